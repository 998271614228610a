import { useState } from 'react';
import { facts } from '#brand/facts.ts';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../kit/detail/copy-button.tsx';
import { PrintSheets } from '../kit/detail/print-sheets.tsx';
import { Dialog } from '../kit/dialog.tsx';

/** The codes, shown this once. It has no cross: a slip would lose them. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isPrinting, setPrinting] = useState(false);
  const title = m.admin_recovery_sheet({ address: location.host });
  return (
    <Dialog kind="alert" title={m.admin_recovery_title()} description={m.admin_recovery_once()} onClose={() => {}}>
      <CodeList codes={codes} />
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <CopyButton text={`${title}\n${codes.join('\n')}`} label={m.admin_recovery_copy()} />
        <button type="button" className="text-button" onClick={() => setPrinting(true)}>
          {m.admin_recovery_print()}
        </button>
      </div>
      <div className="mt-6 flex justify-end">
        <Button size="small" onClick={onClose}>
          {m.admin_recovery_done()}
        </Button>
      </div>
      {isPrinting && (
        <PrintSheets onDone={() => setPrinting(false)}>
          <article className="slip p-8">
            <p className="font-bold">{facts.name}</p>
            <h1 className="mt-2 text-xl">{title}</h1>
            <CodeList codes={codes} />
          </article>
        </PrintSheets>
      )}
    </Dialog>
  );
}

function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ol className="mt-5 grid gap-1.5 font-mono text-[1.05rem] text-ink">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
  );
}
