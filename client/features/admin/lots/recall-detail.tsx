import { useState } from 'react';
import * as m from '#messages';
import { RECALL_OUTCOMES, type Recall, type RecallDetail } from '#shared/lots/recalls.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { DrawerSection, FactsList } from '../kit/detail/facts-list.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { formatCount, formatMoment } from '../kit/format.ts';
import { Loaded, Skeleton } from '../kit/load-states.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { dayText } from './day-text.ts';
import { useEndRecall, useRecall } from './recall-api.ts';
import { RecalledOrders } from './recalled-orders.tsx';
import { lotsText, outcomeLabels } from './words.ts';

type Props = { id: string; nameOf: (id: string) => string; onClose: () => void };

/** Who was reached by a recall and who was not, its words, and the end of its notice. */
export default function RecallDetailDialog({ id, nameOf, onClose }: Props) {
  const read = useRecall(id);
  return (
    <Dialog
      kind="drawer"
      title={read.data ? m.admin_recall_of({ name: nameOf(read.data.productId) }) : m.admin_recall_title()}
      onClose={onClose}
    >
      <div className="mt-4">
        <Loaded read={read} waiting={<Skeleton rows={4} className="h-24" />}>
          {(recall) => <Body recall={recall} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Body({ recall }: { recall: RecallDetail }) {
  const language = useLanguage();
  const { people, orders, orderCount, subject, reason, todo, notice, maybeFrom, maybeTo } = recall;
  const outcomes = RECALL_OUTCOMES.filter((outcome) => people[outcome] > 0);
  return (
    <>
      <DrawerSection title={m.admin_recall_reached()}>
        {outcomes.length === 0 && <p>{m.admin_recall_nobody()}</p>}
        <div role="status">
          <ul className="grid gap-2">
            {outcomes.map((outcome) => (
              <li key={outcome} className="flex flex-wrap items-center gap-3">
                <strong className="min-w-8 text-right tabular-nums">{formatCount(people[outcome])}</strong>
                <StatusBadge status={outcome} labels={outcomeLabels} />
              </li>
            ))}
          </ul>
        </div>
        {orderCount > 0 && (
          <>
            <p className="mt-4 font-semibold">
              {m.admin_recall_orders({ shown: formatCount(orders.length), count: formatCount(orderCount) })}
            </p>
            <RecalledOrders orders={orders} />
            <a
              className={buttonClass({ variant: 'quiet', size: 'small' }, 'mt-4')}
              download
              href={`/api/admin/recalls.csv?recall=${recall.id}`}
            >
              {m.admin_recall_csv()}
            </a>
          </>
        )}
      </DrawerSection>
      <DrawerSection title={m.admin_recall_mail()}>
        <FactsList
          facts={[
            [m.admin_recall_begun(), formatMoment(recall.createdAt)],
            [m.admin_recall_what(), recall.isWhole ? m.admin_recall_whole() : lotsText(recall)],
            recall.isWhole && recall.lots.length > 0 ? [m.admin_screen_lots(), lotsText(recall)] : null,
            maybeFrom && maybeTo ? [m.admin_recall_maybe_days(), `${dayText(maybeFrom)} – ${dayText(maybeTo)}`] : null,
            [m.admin_template_subject(), subject[language]],
            [m.admin_recall_reason(), <Text key="reason" text={reason[language]} />],
            [m.admin_recall_todo(), <Text key="todo" text={todo[language]} />],
          ]}
        />
      </DrawerSection>
      {notice && (
        <DrawerSection title={m.admin_recall_notice()}>
          <Text text={notice[language]} />
        </DrawerSection>
      )}
      <Ending recall={recall} />
    </>
  );
}

const Text = ({ text }: { text: string }) => <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>;

function Ending({ recall }: { recall: Recall }) {
  const [isAsking, setIsAsking] = useState(false);
  const end = useEndRecall(() => setIsAsking(false));
  if (recall.endedAt) return <p className="mt-5">{m.admin_recall_ended_on({ day: formatMoment(recall.endedAt) })}</p>;
  return (
    <>
      <Button size="small" variant="quiet" className="mt-5" onClick={() => setIsAsking(true)}>
        {m.admin_recall_end()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={m.admin_recall_end_title()}
          text={m.admin_recall_end_text()}
          confirm={m.admin_recall_end()}
          isPending={end.isPending}
          onConfirm={() => end.mutate(recall)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
