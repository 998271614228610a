import { expect, test } from 'vitest';
import { faultInPlace, type PlaceFault } from './stores.ts';

const at = (latitude: number, longitude: number) => faultInPlace({ latitude, longitude });

test('a store may be anywhere in the United States and its islands', () => {
  const places: [name: string, latitude: number, longitude: number][] = [
    ['Hialeah', 25.8576, -80.2781],
    ['Key West', 24.5551, -81.78],
    ['Madawaska', 47.3553, -68.3317],
    ['Neah Bay', 48.3681, -124.625],
    ['Angle Inlet', 49.3464, -95.0694],
    ['Utqiagvik', 71.2906, -156.7886],
    ['Ketchikan', 55.3422, -131.6461],
    ['Adak', 51.88, -176.6581],
    ['Attu', 52.9025, 172.9097],
    ['Hilo', 19.7071, -155.0885],
    ['Lihue', 21.9811, -159.3711],
    ['San Juan', 18.4655, -66.1057],
    ['Christiansted', 17.7466, -64.7032],
    ['Hagåtña', 13.4757, 144.7489],
    ['Saipan', 15.1778, 145.751],
    ['Pago Pago', -14.2756, -170.702],
  ];
  for (const [name, latitude, longitude] of places) expect([name, at(latitude, longitude)]).toEqual([name, null]);
});

test('reports why coordinates are implausible', () => {
  const places: [name: string, latitude: number, longitude: number, fault: PlaceFault][] = [
    ['nothing typed', 0, 0, 'zero'],
    ['Hialeah, exchanged', -80.2781, 25.8576, 'swapped'],
    ['Hialeah, without its minus', 25.8576, 80.2781, 'unsigned'],
    ['half typed', 25.8576, 0, 'abroad'],
    ['Havana', 23.1136, -82.3666, 'abroad'],
    ['Madrid', 40.4168, -3.7038, 'abroad'],
    ['the Gulf of Mexico', 23.5, -90, 'abroad'],
    ['the South Pole', -90, 0, 'abroad'],
  ];
  for (const [name, latitude, longitude, fault] of places)
    expect([name, at(latitude, longitude)]).toEqual([name, fault]);
});
