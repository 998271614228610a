import * as m from '#messages';
import { mailForFrame } from '#shared/emails/emails.ts';
import { Tabs } from '../../../ui/tabs.tsx';

/**
 * A mail loads its pictures from the public address; here they come from the current origin, which our policy allows.
 */
function withOwnPictures(html: string): string {
  return html.replace(/(<img\b[^>]*\bsrc=")https?:\/\/[^/"]+/g, (_, start: string) => start + location.origin);
}

/** A mail as it is sent: HTML in a sandboxed frame, and the plain text. */
export default function MailView({ subject, html, text }: { subject: string; html: string; text: string }) {
  return (
    <>
      <p className="rounded-field bg-ground px-4 py-2.5">
        <span className="text-[0.88rem] text-ink-soft">{m.admin_template_subject()}: </span>
        <strong className="break-words">{subject}</strong>
      </p>
      <Tabs
        className="mt-3"
        label={m.admin_mail_forms()}
        tabs={[
          {
            id: 'html',
            label: m.admin_mail_html(),
            content: (
              // A new frame for each content, because changing a frame's content would add a history entry.
              <iframe
                key={html}
                sandbox=""
                srcDoc={withOwnPictures(mailForFrame(html))}
                title={m.admin_mail_frame()}
                className="h-[36rem] w-full rounded-field border-2 border-line bg-white"
              />
            ),
          },
          {
            id: 'text',
            label: m.admin_mail_text(),
            content: (
              <pre className="max-h-[36rem] overflow-y-auto whitespace-pre-wrap rounded-field border-2 border-line bg-white p-4 font-mono text-[0.88rem] [overflow-wrap:anywhere]">
                {text}
              </pre>
            ),
          },
        ]}
      />
    </>
  );
}
