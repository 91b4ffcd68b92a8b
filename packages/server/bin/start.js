import { existsSync } from 'node:fs'

// The source in the repository, what was built from it in the published package.
const source = new URL('../src/cli/triptych.ts', import.meta.url)
const built = new URL('../dist/cli/triptych.js', import.meta.url)

const { run } = await import(existsSync(source) ? source : built)
process.exit(await run(process.argv.slice(2), process.env))
