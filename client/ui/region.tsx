import { Component, type ReactNode } from 'react';
import * as m from '#messages';
import type { PageError } from '#shared/content/page-errors.ts';
import { lazyImport } from '../lib/lazy/lazy-import.ts';
import { Button } from './button.tsx';

// Not part of any page's first load.
const reporter = lazyImport(() => import('../lib/page-error.ts'));

type Props = {
  /** Its name in the server's log. */
  name: PageError['region'];
  children: ReactNode;
  /** When this changes, such as the path of a page, a region that failed is rendered again. */
  of?: string;
  /** Replaces the notice. */
  fallback?: (retry: () => void) => ReactNode;
  /** Called after a failure. */
  onFail?: () => void;
};
type State = { isFailed: boolean; isRetried: boolean };

/**
 * An error boundary: errors inside do not reach the rest of the page. It shows what to do, and reports to the server's
 * log. The first retry renders it again, the second one reloads the document.
 */
export class Region extends Component<Props, State> {
  override state: State = { isFailed: false, isRetried: false };

  static getDerivedStateFromError(): Pick<State, 'isFailed'> {
    return { isFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    // A report that cannot be sent is lost.
    reporter.load().then(
      ({ reportPageError }) => reportPageError(this.props.name, error),
      () => {},
    );
    this.props.onFail?.();
  }

  override componentDidUpdate({ of }: Props): void {
    if (this.state.isFailed && of !== this.props.of) this.setState({ isFailed: false, isRetried: false });
  }

  readonly retry = (): void => {
    if (this.state.isRetried) location.reload();
    else this.setState({ isFailed: false, isRetried: true });
  };

  override render(): ReactNode {
    const { children, fallback } = this.props;
    if (!this.state.isFailed) return children;
    return fallback ? fallback(this.retry) : <FailedNotice onRetry={this.retry} />;
  }
}

type NoticeProps = { text?: string; onRetry: () => void; isBusy?: boolean; children?: ReactNode };

/** The notice of a failed region; further buttons are its children. */
export function FailedNotice({ text = m.region_failed(), onRetry, isBusy = false, children }: NoticeProps) {
  return (
    <div role="alert" className="mx-auto grid max-w-prose justify-items-center gap-4 p-6 text-center">
      <p>{text}</p>
      <Button onClick={onRetry} isBusy={isBusy}>
        {m.region_again()}
      </Button>
      {children}
    </div>
  );
}
