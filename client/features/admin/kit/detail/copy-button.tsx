import { useEffect, useState } from 'react';
import * as m from '#messages';
import { AdminIcon } from '../admin-icons.tsx';

const THANKS_MS = 2500;

/** Copies a text, and reports success or failure. @param name the object, if the label alone does not say it */
export function CopyButton({ text, label, name }: { text: string; label: string; name?: string }) {
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), THANKS_MS);
    return () => clearTimeout(timer);
  }, [result]);
  async function onCopy() {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      setResult('refused');
    }
  }
  return (
    <span className="inline-flex items-center gap-3">
      <button type="button" className="text-button" aria-label={name} onClick={() => void onCopy()}>
        <AdminIcon name="copy" />
        {label}
      </button>
      <span role="status" className="text-[0.92rem] font-semibold">
        {result === 'copied' && m.admin_copied()}
        {result === 'refused' && m.admin_copy_refused()}
      </span>
    </span>
  );
}
