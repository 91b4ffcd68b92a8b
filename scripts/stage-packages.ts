import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleServer, packagesInside } from './bundle-server.ts'

export const packageNames = ['client', 'server'] as const
export type PackageName = (typeof packageNames)[number]

const root = fileURLToPath(new URL('../', import.meta.url))

/** What goes along as it is, with where it lies in the repository. */
const extras: Record<PackageName, Record<string, string>> = {
  client: { 'README.md': 'packages/client/README.md' },
  server: {
    bin: 'packages/server/bin',
    page: 'apps/web/dist',
    docs: 'dist/docs',
    starters: 'packages/server/starters',
    'README.md': 'README.md',
  },
}

interface Manifest {
  exports: Record<string, string>
  dependencies: Record<string, string>
}

/**
 * Makes the packages as they are published, each in a folder of its name below `out`. In the repository
 * they run from their sources, which Node does not do in `node_modules`: so here they are JavaScript, the server as a
 * bundle. The contract is in each of them, so that one is enough to install.
 */
export async function stagePackages(out: string): Promise<void> {
  const compiled = join(out, 'compiled')
  for (const name of [...packageNames, 'compiled']) {
    rmSync(join(out, name), { recursive: true, force: true })
  }
  compile(compiled)
  for (const name of packageNames) {
    const to = join(out, name)
    stageSources(compiled, name, join(to, 'dist'))
    if (name === 'server') await stageBundle(join(to, 'dist'))
    for (const [path, origin] of Object.entries({ ...extras[name], LICENSE: 'LICENSE' })) {
      cpSync(join(root, origin), join(to, path), { recursive: true })
    }
    writeFileSync(join(to, 'package.json'), manifestOf(name))
  }
  rmSync(compiled, { recursive: true })
}

/** Scripts and types at once. They are not checked here: `npm run types` does that. */
function compile(out: string): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '-p', join(root, 'tsconfig.packages.json'), '--outDir', out]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error('The packages could not be compiled.')
}

function stageSources(compiled: string, name: PackageName, to: string): void {
  cpSync(join(compiled, name, 'src'), to, { recursive: true })
  cpSync(join(compiled, 'contract/src'), join(to, 'contract'), { recursive: true })
  stageAssets(name, to)
  for (const file of globSync('**/*.{js,d.ts}', { cwd: to })) {
    const text = readFileSync(join(to, file), 'utf8')
    const way = relative(dirname(file), 'contract').split(sep).join('/')
    const start = way.startsWith('.') ? way : `./${way}`
    const own = text.replace(/(['"])@triptych\/contract\/([\w-]+)\1/g, `$1${start}/$2.js$1`)
    if (own !== text) writeFileSync(join(to, file), own)
  }
}

/** What is read beside the sources: migrations, above all. */
export function stageAssets(name: PackageName, to: string): void {
  const from = join(root, 'packages', name, 'src')
  for (const asset of globSync('**/*.{sql,json}', { cwd: from })) {
    cpSync(join(from, asset), join(to, asset))
  }
}

/** In the place of the scripts of single sources. `index.js` is made to be in the bundle of somebody else. */
async function stageBundle(to: string): Promise<void> {
  const scripts = globSync('**/*.{js,js.map}', { cwd: to, exclude: ['contract/**', 'index.js*'] })
  for (const file of scripts) rmSync(join(to, file))
  await bundleServer(to)
}

function manifestOf(name: PackageName): string {
  const [own, contract] = [name, 'contract'].map((one) => {
    const text = readFileSync(join(root, 'packages', one, 'package.json'), 'utf8')
    return JSON.parse(text) as Manifest
  })
  const exports = Object.entries(own!.exports).map(([key, source]) => [key, builtFrom(source)])
  const inside = ['@triptych/contract', ...(name === 'server' ? packagesInside : [])]
  const outside = Object.entries(own!.dependencies).filter(([one]) => !inside.includes(one))
  const published = {
    ...own,
    exports: {
      ...(Object.fromEntries(exports) as object),
      './contract/*': builtFrom('./src/contract/*.ts'),
    },
    dependencies: {
      ...(Object.fromEntries(outside) as object),
      ...contract!.dependencies,
    },
  }
  return `${JSON.stringify(published, null, 2)}\n`
}

function builtFrom(source: string): { types: string; default: string } {
  const built = source.replace('./src/', './dist/').replace(/\.ts$/, '')
  return { types: `${built}.d.ts`, default: `${built}.js` }
}
