import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import type { Plugin } from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))
const sources = join(root, 'packages/server/src')

/** Needed by every start, so it is in the bundle, and of it no more than is used. All else is loaded when needed. */
export const packagesInside = ['zod']

/** What is started or imported by its name: it is found where its source would be. */
const programs = ['main', 'cli/triptych', 'engines/sqlite/read-thread', 'engines/sharp/worker']

/**
 * The server as few files: half of a start from nine hundred of them is looking for them. All chunks lie in `to`
 * itself, and what was written for the place of a source finds its neighbours from there.
 */
export async function bundleServer(to: string): Promise<void> {
  await build({
    input: Object.fromEntries(programs.map((name) => [flat(name), join(sources, `${name}.ts`)])),
    platform: 'node',
    external: isOutside,
    plugins: [placesOfSources],
    output: {
      dir: to,
      format: 'esm',
      chunkFileNames: 'chunk-[name]-[hash].js',
      sourcemap: true,
      // Names stay, so that a stack can be read.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    },
  })
  for (const name of programs.filter((one) => one !== flat(one))) {
    const way = relative(dirname(name), flat(name)).split(sep).join('/')
    mkdirSync(join(to, dirname(name)), { recursive: true })
    writeFileSync(join(to, `${name}.js`), `export * from '${way}.js'\n`)
  }
  writeFileSync(join(to, 'LICENSES.txt'), packagesInside.map(licenceOf).join('\n'))
}

function flat(name: string): string {
  return name.replaceAll('/', '-')
}

function isOutside(name: string): boolean {
  if (/^[./]|^@triptych\/|^[A-Z]:/.test(name)) return false
  return !packagesInside.some((one) => name === one || name.startsWith(`${one}/`))
}

const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(text, id) {
    if (!id.startsWith(sources) || !text.includes('import.meta.url')) return null
    const place = relative(sources, id).split(sep).join('/').replace(/\.ts$/, '.js')
    const url = `new URL('./${place}', import.meta.url).href`
    // No line moves, so the map of lines stays as it is.
    return { code: text.replaceAll('import.meta.url', url), map: null }
  },
}

function licenceOf(name: string): string {
  const text = readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8')
  return `${name}\n\n${text}`
}
