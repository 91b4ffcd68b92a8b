/**
 * Imports what is there when the program runs, also from within a bundle. Not in TypeScript: its compiler would wrap the
 * import, and then bundlers do not see that they are to leave it alone.
 * @param {string} address
 */
export function importAsItIs(address) {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ address)
}
