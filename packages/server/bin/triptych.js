#!/usr/bin/env node
// Only JavaScript of 2019, and no import above the check: a Node that is too old must still get to say so.
const needed = 24

async function start() {
  const { existsSync } = process.getBuiltinModule('fs')
  const source = new URL('../src/cli/triptych.ts', import.meta.url)
  const built = new URL('../dist/cli/triptych.js', import.meta.url)
  const cli = await import(existsSync(source) ? source : built)
  process.exit(await cli.run(process.argv.slice(2), process.env))
}

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `Triptych needs Node.js ${needed} or newer, and this is ${process.versions.node}. ` +
      'In the repository `npm start` brings its own; elsewhere get it from https://nodejs.org/.\n',
  )
  process.exit(1)
} else {
  void start()
}
