import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { StoresSection } from '../features/stores/stores-section.tsx';
import { InquirySection } from '../features/wholesale/inquiry-section.tsx';
import { staticIsland } from '../lib/lazy/static-island.tsx';

const Intro = staticIsland(() => import('../features/site/wholesale-intro.tsx'));

export const head = { title: m.wholesale_title, description: m.wholesale_description };

export default function WholesalePage() {
  return (
    <>
      <Intro />
      <InquirySection />
      {sections.stores && <StoresSection />}
    </>
  );
}
