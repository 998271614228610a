import { useEffect, useState } from 'react';
import { parseZip } from '#shared/places/zip.ts';
import { lazyImport } from '../../lib/lazy/lazy-import.ts';
import type { Point } from '../../lib/places/miles-between.ts';

const zips = lazyImport(async () => (await import('../../lib/places/zip-areas.ts')).readZipAreas());

export type Place = {
  from: Point | null;
  /** Whether the ZIP code in the search is missing in the table. */
  isUnknownZip: boolean;
  nearMe: 'idle' | 'locating' | 'found' | 'failed';
  locate: () => void;
  forget: () => void;
};

/** The location to search from: the ZIP code in the search, else the browser's position once it was requested. */
export function usePlace(search: string): Place {
  const [here, setHere] = useState<Point | null>(null);
  const [nearMe, setNearMe] = useState<Place['nearMe']>('idle');
  const [areas, setAreas] = useState(() => zips.loaded() ?? null);
  const zip = parseZip(search);

  useEffect(() => {
    // The table of ZIP codes is loaded with the first one typed; without it the search matches addresses.
    if (zip && !areas) zips.load().then(setAreas, () => {});
  }, [zip, areas]);

  function locate() {
    setNearMe('locating');
    if (!navigator.geolocation) return setNearMe('failed');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setHere({ latitude: coords.latitude, longitude: coords.longitude });
        setNearMe('found');
      },
      () => setNearMe('failed'),
      { timeout: 10_000, maximumAge: 300_000 },
    );
  }

  function forget() {
    setHere(null);
    setNearMe('idle');
  }

  const area = zip && areas?.get(zip);
  return { from: area || here, isUnknownZip: Boolean(zip && areas?.size && !area), nearMe, locate, forget };
}
