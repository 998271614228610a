import * as m from '#messages';
import { lazyComponent } from '../../lib/lazy/lazy-component.tsx';
import { lazyImport } from '../../lib/lazy/lazy-import.ts';
import { staticIsland } from '../../lib/lazy/static-island.tsx';
import { useInView } from '../../lib/use-in-view.ts';
import { Container, Section } from '../../ui/layout.tsx';
import { FailedNotice } from '../../ui/region.tsx';
import { StoresLoading } from './stores-loading.tsx';

const Heading = staticIsland(() => import('./stores-heading.tsx'));
const Finder = lazyComponent(
  lazyImport(() => import('./store-finder.tsx')),
  {
    waiting: () => <StoresLoading />,
    lost: (retry) => <FailedNotice text={m.stores_failed()} onRetry={retry} />,
  },
);

/**
 * The store section: list, finder and map. Their code, the list and the map load when the section comes near the
 * window.
 */
export function StoresSection() {
  const { ref, isInView } = useInView<HTMLDivElement>();
  return (
    <Section id="stores" aria-labelledby="stores-heading">
      <Container>
        <Heading />
        <div ref={ref} className="mt-9">
          {isInView ? <Finder /> : <StoresLoading />}
          <noscript
            id="store-list"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; the server writes the stores into it
            dangerouslySetInnerHTML={{ __html: '' }}
            suppressHydrationWarning
          />
        </div>
      </Container>
    </Section>
  );
}
