import type { ReactNode } from 'react';
import type { AdminScreen } from '../kit/admin-screen.ts';
import { FindButton } from './find.tsx';
import { LogoutButton } from './logout-button.tsx';

type Props = { screen: AdminScreen; toggle: ReactNode; onFind: () => void };

/**
 * The heading of the screen, and controls for every screen. On a phone, language and logout are in the bar's sheet too.
 */
export function DeskHeader({ screen: { label, heading = label }, toggle, onFind }: Props) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-gutter py-1.5">
      <h1 className="flex-[1_1_8rem] text-[clamp(1rem,4.4vw,1.375rem)]">{heading()}</h1>
      <div className="desk-tools flex flex-wrap items-center gap-1.5">
        <FindButton onPress={onFind} />
        <div className="max-sm:hidden">{toggle}</div>
        <LogoutButton isShort />
      </div>
    </header>
  );
}
