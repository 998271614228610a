import * as m from '#messages';
import { LABEL_SIZES, type LabelSize } from '#shared/shipping/labels.ts';
import { SelectField } from '../../../../ui/form.tsx';

const sizes: Readonly<Record<LabelSize, () => string>> = {
  '4x6': m.admin_label_size_4x6,
  letter: m.admin_label_size_letter,
};

export function SizeField({ size, onSize }: { size: LabelSize; onSize: (size: LabelSize) => void }) {
  return (
    <SelectField
      label={m.admin_label_size()}
      value={size}
      onChange={(event) => onSize(event.target.value as LabelSize)}
      options={LABEL_SIZES.map((value) => ({ value, label: sizes[value]() }))}
    />
  );
}
