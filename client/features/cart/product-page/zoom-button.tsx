import * as m from '#messages';
import { LineDrawing } from '../../../ui/icons.tsx';

const LENS = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L21 21M10.5 7.8v5.4M7.8 10.5h5.4';

/** The button over a gallery that opens the picture in full size; see `ZoomArea`. */
export default function ZoomButton() {
  return (
    <button
      type="button"
      data-zoom=""
      aria-haspopup="dialog"
      aria-label={m.item_zoom()}
      className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-white/90 text-brand shadow-card hover:bg-white"
    >
      <LineDrawing path={LENS} className="size-6" />
    </button>
  );
}
