import * as m from '#messages';
import { dormantPart } from '../../lib/dormant-part.ts';
import { chunk, useChunk } from '../../lib/use-chunk.ts';
import { useInView } from '../../lib/use-in-view.ts';
import { Button } from '../../ui/button.tsx';
import { Dormant } from '../../ui/dormant.tsx';
import { Container, Section } from '../../ui/layout.tsx';
import { StoresLoading } from './stores-loading.tsx';

const words = dormantPart(() => import('./stores-words.tsx'));
const finder = chunk(() => import('./store-finder.tsx'));

/** Where to find us: list, finder and map. Their code, the list and the map come when the section comes near. */
export function StoresSection() {
  const { ref, isInView } = useInView<HTMLDivElement>();
  return (
    <Section id="stores" aria-labelledby="stores-heading">
      <Container>
        <Dormant part={words} />
        <div ref={ref} className="mt-9">
          {isInView ? <Finder /> : <StoresLoading />}
        </div>
      </Container>
    </Section>
  );
}

function Finder() {
  const { code, isLost, retry } = useChunk(finder);
  if (code) return <code.StoreFinder />;
  if (!isLost) return <StoresLoading />;
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{m.stores_failed()}</p>
      <Button onClick={retry}>{m.stores_try_again()}</Button>
    </div>
  );
}
