/**
 * Where the stores are, drawn in the admin beside a store's pin: the outline in degrees (longitude, latitude), coarse, here
 * Florida's, and the part of the globe that the drawing shows.
 */
export const storeMap = {
  outline:
    '-87.52,30.28 -86.5,30.38 -85.7,30.12 -85.35,29.68 -85,29.6 -84.35,29.95 -84,30.1 -83.65,29.85 -83.1,29.2 -82.75,28.95 -82.65,28.5 -82.85,27.9 -82.55,27.3 -82.25,26.75 -81.85,26.4 -81.75,25.95 -81.15,25.3 -80.9,25.15 -80.4,25.2 -80.3,25.45 -80.15,25.75 -80.05,26.5 -80.05,26.95 -80.35,27.6 -80.6,28.3 -80.55,28.5 -80.85,29 -81.2,29.7 -81.4,30.4 -81.45,30.7 -82.05,30.75 -82.05,30.36 -82.2,30.57 -84.86,30.71 -85,31 -87.6,31 -87.4,30.65',
  west: -88.2,
  north: 31.4,
  width: 8.8,
  height: 7,
} as const;
