import * as m from '#messages';
import { Picture } from '../../ui/picture.tsx';
import { pictureAt } from '../../ui/picture-at.ts';

/** The kinds of stores that sell the product, below their picture. */
export default function SellingPlaces() {
  const kinds = [
    { band: 'band-canopy', title: m.home_find_gas_title(), text: m.home_find_gas_text() },
    {
      band: 'band-awning',
      title: m.home_find_convenience_title(),
      text: m.home_find_convenience_text(),
    },
    { band: 'tiles', title: m.home_find_local_title(), text: m.home_find_local_text() },
  ];
  return (
    <>
      <div className="mt-10 overflow-hidden rounded-card shadow-lift">
        <Picture
          {...pictureAt('homeFind')}
          sizes="(min-width: 80rem) 77rem, 92vw"
          className="reveal-zoom aspect-[4/3] w-full object-cover lg:aspect-[2/1]"
        />
      </div>
      <ul className="relative -mt-10 grid gap-4 px-4 sm:grid-cols-3 sm:px-6 lg:-mt-20 lg:gap-6 lg:px-12">
        {kinds.map(({ band, title, text }) => (
          <li key={title} className="reveal overflow-hidden rounded-card bg-white shadow-lift">
            <div aria-hidden="true" className={`h-12 ${band}`} />
            <div className="px-5 pt-4 pb-6">
              <h3 className="text-h3">{title}</h3>
              <p className="mt-2 leading-normal">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
