/**
 * The oldest browsers that pages and admin support: those of the first iOS 16, and the last ones for Windows 7 and 8.
 * Safari 15 would need all class fields lowered (https://webkit.org/b/236843), which adds 1.6 KB to a screen of the
 * admin. The build lowers syntax and styles for these browsers. In `client`, `shared` and `brand` the compiler accepts
 * the functions of ES2022, which all of them have, and no newer ones.
 */
export const OLDEST_BROWSERS = ['safari16', 'ios16', 'chrome109', 'firefox115'];

/**
 * Functions that one of these browsers lacks, and that code is likely to call. `scripts/browsers.test.ts` searches the
 * built code for them, packages included; `e2e/older-browsers.spec.ts` removes them in a journey.
 *
 * @see https://developer.mozilla.org/docs/Web/JavaScript and /docs/Web/API, "Browser compatibility"
 */
export const NEWER_FUNCTIONS = [
  'Array.fromAsync',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'ArrayBuffer.prototype.transfer',
  'Error.isError',
  'Intl.DurationFormat',
  'Intl.NumberFormat.prototype.formatRange',
  'Intl.PluralRules.prototype.selectRange',
  'Intl.Segmenter',
  'Iterator.from',
  'JSON.rawJSON',
  'Map.groupBy',
  'Map.prototype.getOrInsert',
  'Map.prototype.getOrInsertComputed',
  'Math.sumPrecise',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'Set.prototype.isDisjointFrom',
  'Set.prototype.isSubsetOf',
  'Set.prototype.isSupersetOf',
  'Set.prototype.symmetricDifference',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'Uint8Array.fromBase64',
  'Uint8Array.fromHex',
  'Uint8Array.prototype.toBase64',
  'Uint8Array.prototype.toHex',

  'AbortSignal.any',
  'ClipboardItem',
  'CompressionStream',
  'DecompressionStream',
  'Document.parseHTMLUnsafe',
  'Document.prototype.adoptedStyleSheets',
  'Document.prototype.caretPositionFromPoint',
  'Document.prototype.startViewTransition',
  'Element.prototype.ariaExpanded',
  'Element.prototype.ariaHidden',
  'Element.prototype.ariaLabel',
  'Element.prototype.checkVisibility',
  'Element.prototype.moveBefore',
  'Element.prototype.setHTMLUnsafe',
  'HTMLDialogElement.prototype.requestClose',
  'HTMLElement.prototype.hidePopover',
  'HTMLElement.prototype.popover',
  'HTMLElement.prototype.showPopover',
  'HTMLElement.prototype.togglePopover',
  'Navigator.prototype.userActivation',
  'OffscreenCanvas',
  'ReadableStream.from',
  'Response.json',
  'URL.canParse',
  'URL.parse',
  'URLPattern',
  'cancelIdleCallback',
  'cookieStore',
  'navigation',
  'requestIdleCallback',
  'scheduler',
] as const;

/** More of them. Other objects have functions of these names too, so a search in the built code cannot find them. */
export const NEWER_METHODS = [
  'Array.prototype.with',
  'Iterator.prototype.drop',
  'Iterator.prototype.every',
  'Iterator.prototype.filter',
  'Iterator.prototype.find',
  'Iterator.prototype.flatMap',
  'Iterator.prototype.forEach',
  'Iterator.prototype.map',
  'Iterator.prototype.reduce',
  'Iterator.prototype.some',
  'Iterator.prototype.take',
  'Iterator.prototype.toArray',
  'Set.prototype.difference',
  'Set.prototype.intersection',
  'Set.prototype.union',
  'URLSearchParams.prototype.size',
] as const;
