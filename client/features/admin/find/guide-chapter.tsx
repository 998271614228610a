import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { GuideChapter as Chapter } from '#shared/admin/guide.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Loaded, Skeleton } from '../kit/load-states.tsx';

type Props = { id: string; onBack: () => void; onClose: () => void };

/** A chapter of the owner's guide in the search's dialog. */
export function GuideChapter({ id, onBack, onClose }: Props) {
  const language = useLanguage();
  const read = useQuery<Chapter>({ queryKey: [`/api/admin/guide/${id}`] });
  return (
    <Dialog title={read.data?.title[language] ?? m.admin_find_guide()} onClose={onClose} className="find-sheet">
      <Loaded read={read} waiting={<Skeleton rows={4} />}>
        {({ body }) => (
          <div key={language} className="written">
            <RichText nodes={body[language]} />
          </div>
        )}
      </Loaded>
      <div className="mt-6">
        <Button size="small" variant="quiet" onClick={onBack}>
          {m.admin_find_back()}
        </Button>
      </div>
    </Dialog>
  );
}
