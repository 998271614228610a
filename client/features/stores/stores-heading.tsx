import * as m from '#messages';

/** The static text above the list. */
export default function StoresHeading() {
  return (
    <>
      <h2 id="stores-heading" className="text-h2">
        {m.stores_heading()}
      </h2>
      <p className="mt-4 max-w-prose text-lead">{m.stores_intro()}</p>
    </>
  );
}
