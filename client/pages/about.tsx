import * as m from '#messages';
import { staticIsland } from '../lib/lazy/static-island.tsx';
import { Picture } from '../ui/picture.tsx';
import { pictureAt } from '../ui/picture-at.ts';

const More = staticIsland(() => import('../features/site/about-more.tsx'));

export const head = { title: m.about_title, description: m.about_description };

export default function AboutPage() {
  return (
    <>
      {/* The picture keeps its own proportions, with the text beside it, so that nothing is cropped at any width. */}
      <section className="items-center lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,58%)]">
        <Picture
          {...pictureAt('about')}
          sizes="(min-width: 64rem) 58vw, 100vw"
          isFirst
          className="aspect-[3/2] w-full object-cover lg:order-last lg:rounded-bl-[8rem]"
        />
        <div className="relative mx-gutter -mt-5 rounded-card bg-ground px-6 pt-7 pb-2 sm:max-w-[44rem] sm:px-10 lg:mt-0 lg:mr-10 lg:ml-[max(var(--spacing-gutter),calc(50vw-var(--container-page)/2+var(--spacing-gutter)))] lg:px-0 lg:pt-0">
          <h1 className="text-h1">{m.about_heading()}</h1>
          <p className="mt-5 text-lead">{m.about_subtitle()}</p>
        </div>
      </section>
      <More />
    </>
  );
}
