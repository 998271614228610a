import { expect, test } from 'vitest';
import { mapFrame } from './map-frame.ts';

const frame = mapFrame({ west: -81, north: 26, width: 1, height: 1 });

test('corners and centre of the map are positioned, and degrees of longitude have their true width', () => {
  expect(frame.size).toEqual({ width: 903, height: 1000 });
  expect(frame.place({ latitude: 26, longitude: -81 })).toEqual({ left: 0, top: 0 });
  const { left, top } = frame.place({ latitude: 25.5, longitude: -80.5 }) ?? { left: 0, top: 0 };
  expect([Math.round(left), Math.round(top)]).toEqual([50, 50]);
  expect(frame.place({ latitude: 25, longitude: -80 })).toEqual({ left: 100, top: 100 });
});

test.each([
  [26.01, -80.5],
  [24.99, -80.5],
  [25.5, -81.01],
  [25.5, -79.99],
  [0, 0],
])('%d, %d is outside of it', (latitude, longitude) => {
  expect(frame.place({ latitude, longitude })).toBeNull();
});

test('a position on the drawing is a position on the ground, and back', () => {
  expect(frame.positionAt({ left: 0, top: 0 })).toEqual({ latitude: 26, longitude: -81 });
  expect(frame.positionAt({ left: 50, top: 25 })).toEqual({ latitude: 25.75, longitude: -80.5 });
  const small = mapFrame({ west: -80.3, north: 25.8, width: 0.004, height: 0.003 });
  const at = small.place({ latitude: 25.7987, longitude: -80.2971 }) ?? { left: 0, top: 0 };
  const back = small.positionAt(at);
  expect([back.latitude.toFixed(5), back.longitude.toFixed(5)]).toEqual(['25.79870', '-80.29710']);
});
