import { existsSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What packages bring along for those who read or build them. No program opens it. */
const neverRun = [
  '**/*.{map,d.ts,d.mts,d.cts,flow,tsbuildinfo}',
  '**/{README,CHANGELOG,HISTORY}.md',
]

/** Of some packages a large part is of no use to the server. */
const unused: Record<string, string[]> = {
  // Sources in C, and libraries of other systems: `platform.node` stays.
  'better-sqlite3': ['deps', 'src', 'binding.gyp', 'prebuilds/!(PLATFORM).node'],
  // PDFium once more as text, and for browsers.
  '@hyzyla/pdfium': ['dist/pdfium.wasm.base64-*.js', 'dist/index.esm.{base64,browser,cdn}.js'],
  zod: ['src'],
  fontkit: ['src', 'dist/browser*'],
  sharp: ['src', 'install'],
  'node-addon-api': ['**'],
}

/**
 * Takes out of a server and its production packages what is never read. A package that is laid out otherwise some day
 * keeps what is not found here, so the image may grow but never lacks something that was not named.
 */
export function slimServer(app: string, platform = ownPlatform()): void {
  for (const name of globSync(neverRun, { cwd: app })) remove(join(app, name))
  for (const [name, parts] of Object.entries(unused)) {
    const folder = join(app, 'node_modules', name)
    if (!existsSync(folder)) continue
    const patterns = parts.map((part) => part.replace('PLATFORM', platform))
    for (const part of globSync(patterns, { cwd: folder })) remove(join(folder, part))
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

function ownPlatform(): string {
  return `${process.platform}-${process.arch}`
}

const [folder] = process.argv.slice(2)
if (import.meta.main && folder) slimServer(folder)
