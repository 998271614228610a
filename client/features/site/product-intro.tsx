import * as m from '#messages';

/** The heading of the page of all products. */
export default function ProductIntro() {
  return (
    <>
      <h1 className="text-h1">{m.product_heading()}</h1>
      <p className="mt-4 max-w-prose text-lead lg:mt-6">{m.product_lead()}</p>
    </>
  );
}
