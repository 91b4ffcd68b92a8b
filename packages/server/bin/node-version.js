// A Node that is too old must still be able to read this file: old syntax only, and no imports.
const needed = 22

/** What to say to somebody whose Node is too old; nothing where it will do. */
export function tooOld() {
  if (Number(process.versions.node.split('.')[0]) >= needed) return undefined
  return (
    'Triptych needs Node.js ' +
    needed +
    ' or newer, and this is ' +
    process.versions.node +
    '. ' +
    'In the repository `npm start` brings its own; elsewhere get it from https://nodejs.org/.'
  )
}
