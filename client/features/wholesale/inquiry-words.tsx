import * as m from '#messages';

/** What stands beside the form: why to fill it in, and the line sheet. */
export default function InquiryWords() {
  return (
    <>
      <h2 id="inquiry-heading" className="text-h2">
        {m.inquiry_heading()}
      </h2>
      <p className="mt-5 max-w-prose text-lead">{m.inquiry_intro()}</p>
      <p className="mt-7">
        <a href="/line-sheet.html" className="link" target="_blank" rel="noopener">
          {m.inquiry_line_sheet()}
        </a>
        <span className="mt-1 block text-sm text-cafecito-soft">{m.inquiry_line_sheet_hint()}</span>
      </p>
    </>
  );
}
