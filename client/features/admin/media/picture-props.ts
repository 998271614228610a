/** `shown` are the names that the place has already; it takes `most` in all. */
export type PickerProps = {
  shown: readonly string[];
  most: number;
  onAdd: (names: readonly string[]) => void;
  onClose: () => void;
};
/** `name` is that of an uploaded picture, as a place has it. */
export type EditorProps = { name: string; onClose: () => void; next?: NextStep | undefined };
/** What saving a description leads to, with the words of its button. */
export type NextStep = { label: string; run: () => void };
