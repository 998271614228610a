import * as m from '#messages';
import { unbroken } from '../../ui/unbroken.tsx';

/** The static text beside the form. */
export default function InquiryHeading() {
  return (
    <div className="lg:sticky lg:top-32 lg:self-start">
      <h2 id="inquiry-heading" className="text-h2">
        {m.inquiry_heading()}
      </h2>
      <p className="mt-5 max-w-prose text-lead">{unbroken(m.inquiry_intro())}</p>
      <p className="mt-7">
        <a href="/line-sheet.html" className="link" target="_blank" rel="noopener">
          {m.inquiry_line_sheet()}
        </a>
        <span className="mt-1 block text-sm text-ink-soft">{m.inquiry_line_sheet_hint()}</span>
      </p>
    </div>
  );
}
