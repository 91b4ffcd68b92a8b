import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The source in the repository, what was built from it in the published package.
const source = new URL('../src/cli/triptych.ts', import.meta.url)
const built = new URL('../dist/cli/triptych.js', import.meta.url)
const isSource = existsSync(source)

// Half of a start from the source is making JavaScript of it, and a sixth of one from what was built is reading that.
// Where nothing can be kept, this says so to nobody, and every start takes its time.
const kept = isSource ? '../../../.cache/compile' : '../.cache/compile'
enableCompileCache(fileURLToPath(new URL(kept, import.meta.url)))

const { run } = await import(isSource ? source : built)
process.exit(await run(process.argv.slice(2), process.env))
