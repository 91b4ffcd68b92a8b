import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const packageNames = ['contract', 'client', 'server'] as const
export type PackageName = (typeof packageNames)[number]

const root = fileURLToPath(new URL('../', import.meta.url))

/** What goes along as it is, with where it lies in the repository. */
const extras: Record<PackageName, Record<string, string>> = {
  contract: {},
  client: { 'README.md': 'packages/client/README.md' },
  server: { bin: 'packages/server/bin', page: 'apps/web/dist', 'README.md': 'README.md' },
}

interface Manifest {
  exports: Record<string, string>
}

/**
 * Makes the packages as they are published, each in a folder of its name below `out`. In the repository
 * they run from their sources, which Node does not do in `node_modules`: so here they are JavaScript.
 */
export function stagePackages(out: string): void {
  for (const name of packageNames) rmSync(join(out, name), { recursive: true, force: true })
  compile(out)
  for (const name of packageNames) {
    const from = join(root, 'packages', name)
    const to = join(out, name)
    renameSync(join(to, 'src'), join(to, 'dist'))
    for (const asset of globSync('**/*.{sql,json}', { cwd: join(from, 'src') })) {
      cpSync(join(from, 'src', asset), join(to, 'dist', asset))
    }
    for (const [path, origin] of Object.entries({ ...extras[name], LICENSE: 'LICENSE' })) {
      cpSync(join(root, origin), join(to, path), { recursive: true })
    }
    writeFileSync(join(to, 'package.json'), manifestOf(from))
  }
}

/** Scripts and types at once. They are not checked here: `npm run types` does that. */
function compile(out: string): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '-p', join(root, 'tsconfig.packages.json'), '--outDir', out]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error('The packages could not be compiled.')
}

function manifestOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const exports = Object.entries(manifest.exports).map(([key, source]) => [key, builtFrom(source)])
  const published = { ...manifest, exports: Object.fromEntries(exports) as object }
  return `${JSON.stringify(published, null, 2)}\n`
}

function builtFrom(source: string): { types: string; default: string } {
  const built = source.replace('./src/', './dist/').replace(/\.ts$/, '')
  return { types: `${built}.d.ts`, default: `${built}.js` }
}
