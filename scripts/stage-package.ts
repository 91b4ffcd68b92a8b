import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const packageNames = ['contract', 'client', 'server'] as const
export type PackageName = (typeof packageNames)[number]

const root = fileURLToPath(new URL('../', import.meta.url))

/** What goes along as it is, with where it lies in the repository; what a package does not have is left out. */
const extras: Record<PackageName, Record<string, string>> = {
  contract: {},
  client: { 'README.md': 'packages/client/README.md' },
  server: { bin: 'packages/server/bin', page: 'apps/web/dist', 'README.md': 'README.md' },
}

interface Manifest {
  exports: Record<string, string>
}

/**
 * Makes a package as it is published in a folder of its name below `out`. In the repository it runs
 * from its sources, which Node does not do in `node_modules`: so here it is JavaScript, line for line.
 */
export function stagePackage(name: PackageName, out: string): void {
  const from = join(root, 'packages', name)
  const to = join(out, name)
  rmSync(to, { recursive: true, force: true })
  for (const file of sourcesOf(from)) stageFile(join(from, 'src', file), join(to, 'dist', file))
  for (const [path, origin] of Object.entries({ ...extras[name], LICENSE: 'LICENSE' })) {
    cpSync(join(root, origin), join(to, path), { recursive: true })
  }
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Manifest
  const exports = Object.entries(manifest.exports).map(([key, source]) => [key, builtFrom(source)])
  const published = { ...manifest, exports: Object.fromEntries(exports) as object }
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

/** All but the tests, and what only tests use. */
function sourcesOf(folder: string): string[] {
  return globSync('**/*.*', { cwd: join(folder, 'src') }).filter(
    (file) => !/\.(test|contract)\.ts$/.test(file),
  )
}

function stageFile(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true })
  if (!source.endsWith('.ts')) return cpSync(source, target)
  const script = stripTypeScriptTypes(readFileSync(source, 'utf8'))
  const imports = script.replaceAll(/(from |import\(|import )'(\.[^'\n]*)\.ts'/g, "$1'$2.js'")
  writeFileSync(target.replace(/\.ts$/, '.js'), imports)
}

function builtFrom(source: string): { types: string; default: string } {
  const built = source.replace('./src/', './dist/').replace(/\.ts$/, '')
  return { types: `${built}.d.ts`, default: `${built}.js` }
}
