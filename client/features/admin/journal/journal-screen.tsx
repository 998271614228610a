import * as m from '#messages';
import { lazyPanel } from '../kit/lazy.tsx';

/** The words of everything that can be published are a chunk of their own. */
const JournalList = lazyPanel(() => import('./journal-list.tsx'));

export default function JournalScreen() {
  return (
    <>
      <p className="mb-4 max-w-[70ch] text-ink-soft">{m.admin_journal_intro()}</p>
      <JournalList />
    </>
  );
}
