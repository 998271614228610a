/**
 * The oldest browsers that pages and admin support: those of the first iOS 16, and the last ones for Windows 7 and 8.
 * Safari 15 would need all class fields lowered (https://webkit.org/b/236843), which adds 1.6 KB to a screen of the
 * admin. The build lowers syntax and styles for these browsers. In `client`, `shared` and `brand` the compiler accepts
 * the functions of ES2022, which all of them have, and no newer ones.
 */
export const OLDEST_BROWSERS = ['safari16', 'ios16', 'chrome109', 'firefox115'];
