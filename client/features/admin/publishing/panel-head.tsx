import type { ReactNode } from 'react';
import * as m from '#messages';

type Props = {
  /** The id of the heading, which names the panel. */
  id: string;
  title: string;
  /** Label of the back button. */
  back?: string | undefined;
  onClose: () => void;
  /** The state of the content, beside the heading. */
  badge?: ReactNode;
};

/** The back button, and the heading of the opened panel. */
export function PanelHead({ id, title, back = m.admin_policy_back(), onClose, badge }: Props) {
  const heading = (
    <h2 id={id} className="[overflow-wrap:anywhere]">
      {title}
    </h2>
  );
  return (
    <>
      <button type="button" className="text-button justify-self-start" onClick={onClose}>
        {back}
      </button>
      {badge ? (
        <div className="flex flex-wrap items-center gap-3">
          {heading}
          {badge}
        </div>
      ) : (
        heading
      )}
    </>
  );
}
