import { expect, test } from 'vitest';
import { canZoom, cleanPlace, mapOf, showing, stepOf, viewOf, zipInAddress, zoomed } from './pin-view.ts';

const MIAMI = { latitude: 25.7617, longitude: -80.1918 };

test('a press in the middle of the map is the place that it shows', () => {
  const view = viewOf(MIAMI);
  expect(cleanPlace(mapOf(view).positionAt({ left: 50, top: 50 }))).toEqual(MIAMI);
  const { left = 0, top = 0 } = mapOf(view).place(MIAMI) ?? {};
  expect([left.toFixed(0), top.toFixed(0)]).toEqual(['50', '50']);
});

test('a place is drawn where it is pressed, at every size of the map', () => {
  let view = viewOf(MIAMI);
  for (const direction of ['out', 'in'] as const) {
    for (; canZoom(view, direction); view = zoomed(view, null, direction)) {
      const at = { left: 23, top: 71 };
      const again = mapOf(view).place(mapOf(view).positionAt(at));
      expect([again?.left.toFixed(0), again?.top.toFixed(0)], String(view.height)).toEqual(['23', '71']);
    }
  }
});

test('without a place the whole region of the shop is shown', () => {
  expect(mapOf(viewOf(null)).place(MIAMI)).not.toBeNull();
});

test('arrow keys move the pin by the same distance on the ground, less when it is near', () => {
  const view = viewOf(MIAMI);
  const north = stepOf('ArrowUp', false, MIAMI, view);
  const west = stepOf('ArrowLeft', false, MIAMI, view);
  expect(north).toEqual({ latitude: 25.7628, longitude: MIAMI.longitude });
  expect(MIAMI.longitude - (west?.longitude ?? 0)).toBeCloseTo(0.0011 / Math.cos((25.7617 * Math.PI) / 180), 6);
  expect(stepOf('ArrowDown', true, MIAMI, view)?.latitude).toBeCloseTo(MIAMI.latitude - 0.011, 6);
  expect(stepOf('ArrowUp', false, MIAMI, zoomed(view, MIAMI, 'in'))?.latitude).toBeCloseTo(25.76225, 6);
  expect(stepOf('Enter', false, MIAMI, view)).toBeNull();
});

test('the map follows the pin only when it reaches the edge', () => {
  const view = viewOf(MIAMI);
  const near = { ...MIAMI, latitude: MIAMI.latitude + 0.03 };
  const far = { ...MIAMI, latitude: MIAMI.latitude + 0.05 };
  expect(showing(view, near)).toBe(view);
  expect(showing(view, far)).toEqual({ ...view, centre: far });
});

test.each([90, -90, 257617])('coordinates at latitude %d, or beyond the pole, are still a map', (latitude) => {
  const { size, x } = mapOf(viewOf({ latitude, longitude: 0 }));
  expect(size.width).toBeGreaterThan(0);
  expect(x(1)).toBeGreaterThan(x(0));
});

test('a pin never leaves the globe', () => {
  expect(cleanPlace({ latitude: 91.2, longitude: -180.5 })).toEqual({ latitude: 90, longitude: -180 });
  expect(cleanPlace({ latitude: 25.76171234, longitude: -80.1 })).toEqual({ latitude: 25.761712, longitude: -80.1 });
});

test.each([
  ['820 SW 8th Street, Miami, FL 33130', '33130'],
  ['820 SW 8th Street, Miami, FL 33130-1234 ', '33130'],
  ['820 SW 8th Street, Miami, FL 33130, USA', '33130'],
  ['33130', null],
  ['12345 SW 8th Street, Miami', null],
  ['Miami, FL 00001', null],
  ['', null],
])('the ZIP code of "%s" is %s', (address, zip) => {
  expect(zipInAddress(address)).toBe(zip);
});
