/** `shown` are the names already in the slot; it takes `most` in all. */
export type PickerProps = {
  shown: readonly string[];
  most: number;
  onAdd: (names: readonly string[]) => void;
  onClose: () => void;
};
/** `name` is that of an uploaded picture. */
export type EditorProps = { name: string; onClose: () => void; next?: NextStep | undefined };
/** The action after saving a description, with the label of its button. */
export type NextStep = { label: string; run: () => void };
