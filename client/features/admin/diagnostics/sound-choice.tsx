import { useId, useState } from 'react';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { ChoiceBox } from '../form/choices.tsx';
import { orderSound, playOrderSound } from '../order-sound.ts';

/** A sound for new orders, in this browser. */
export function SoundChoice() {
  const id = useId();
  const isOn = orderSound.use();
  const [wasHeard, setWasHeard] = useState<boolean | null>(null);
  const test = () => void playOrderSound().then(setWasHeard);
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-h3">
        {m.admin_sound_title()}
      </h2>
      <p className="mt-2 max-w-[44rem]">{m.admin_sound_text()}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3">
        <ChoiceBox
          label={m.admin_sound_on()}
          isChosen={isOn}
          onChange={(isChosen) => {
            orderSound.set(isChosen);
            if (isChosen) test();
          }}
        />
        <Button size="small" variant="quiet" onClick={test}>
          {m.admin_sound_test()}
        </Button>
      </div>
      <p role="status" className="mt-2 text-ink-soft empty:hidden">
        {wasHeard !== null && (wasHeard ? m.admin_sound_played() : m.admin_sound_silent())}
      </p>
    </section>
  );
}
