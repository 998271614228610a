import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { StoresSection } from '../features/stores/stores-section.tsx';
import { InquirySection } from '../features/wholesale/inquiry-section.tsx';
import { dormantPart } from '../lib/dormant-part.ts';
import { Dormant } from '../ui/dormant.tsx';

const upper = dormantPart(() => import('../features/site/wholesale-intro.tsx'));

export const head = { title: m.wholesale_title, description: m.wholesale_description };

export default function WholesalePage() {
  return (
    <>
      <Dormant part={upper} />
      <InquirySection />
      {sections.stores && <StoresSection />}
    </>
  );
}
