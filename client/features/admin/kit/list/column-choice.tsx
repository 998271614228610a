import * as m from '#messages';
import { Button } from '../../../../ui/button.tsx';
import { AdminIcon } from '../admin-icons.tsx';
import { usePopover } from '../use-popover.ts';

type Props = {
  choices: readonly { id: string; header: string; isShown: boolean }[];
  onToggle: (id: string) => void;
};

/** Chooses the visible columns of a table; stored in this browser. */
export function ColumnChoice({ choices, onToggle }: Props) {
  const { button, sheet } = usePopover();
  return (
    <div className="column-choice">
      <Button size="small" variant="quiet" {...button}>
        <AdminIcon name="columns" />
        {m.admin_columns()}
      </Button>
      <div {...sheet} className="column-sheet">
        <fieldset>
          <legend className="sr-only">{m.admin_columns()}</legend>
          {choices.map((choice) => (
            <label
              key={choice.id}
              className="flex min-h-9 cursor-pointer items-center gap-[0.6rem] rounded-field px-[0.6rem] hover:bg-tint"
            >
              <input
                type="checkbox"
                checked={choice.isShown}
                onChange={() => onToggle(choice.id)}
                className="size-4 accent-brand"
              />
              {choice.header}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  );
}
