import type { ComponentProps } from 'react';
import * as m from '#messages';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import type { TemplateVersion } from './api.ts';

type ConflictProps = Omit<ComponentProps<typeof ConflictNotice<TemplateVersion>>, 'facts'>;

/** Compares two versions of a template after another person has saved one. */
export default function TemplateConflict(props: ConflictProps) {
  return (
    <ConflictNotice<TemplateVersion>
      {...props}
      facts={(current) => [
        [m.admin_template_subject(), current.subject],
        [
          m.admin_template_body(),
          <span key="body" className="whitespace-pre-wrap font-mono text-[0.85rem]">
            {current.body}
          </span>,
        ],
      ]}
    />
  );
}
