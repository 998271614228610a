import * as m from '#messages';
import { Spinner } from '../../ui/spinner.tsx';

/** Reserves the space of list and map while they load. */
export function StoresLoading() {
  return (
    <p
      role="status"
      className="grid noscript:hidden min-h-[26rem] place-content-center rounded-card bg-second-light/40 text-center lg:min-h-[34rem]"
    >
      <span className="flex items-center gap-3 text-lead font-semibold text-second-dark">
        <Spinner />
        <span>{m.stores_loading()}</span>
      </span>
    </p>
  );
}
