#!/usr/bin/env node
// A Node that is too old must still be able to read this file: old syntax only, and no import above the check.
const needed = 24

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `Triptych needs Node.js ${needed} or newer, and this is ${process.versions.node}. ` +
      'In the repository `npm start` brings its own; elsewhere get it from https://nodejs.org/.\n',
  )
  process.exit(1)
} else {
  void import('./start.js')
}
