import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

/** How the packages and the page use each other; `architecture.test.ts` has the rooms of the server. */

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Which packages of ours the sources of each may use. */
const mayUse: Record<string, string[]> = {
  'packages/contract': [],
  'packages/client': ['@triptych/contract'],
  'packages/server': ['@triptych/contract'],
  'apps/web': ['triptych-client', '@triptych/contract'],
}

const files = new Set(
  globSync('{packages,apps,scripts,bench}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => /node_modules|dist/.test(name),
  }),
)

/** What each file imports, as values and as types, as it is written there. */
const imports = new Map([...files].map((file) => [file, importsIn(file)]))

function importsIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /^(?:import|export|\}).* from '([^']+)'|import\('([^']+)'\)|^import '([^']+)'/gm,
  )
  return Array.from(found, ([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')
}

/** The file of ours that an import means; `null` for styles, data and what others made. */
function fileOf(from: string, specifier: string): string | null {
  const [, inContract] = /^@triptych\/contract\/(.+)$/.exec(specifier) ?? []
  if (inContract) return `packages/contract/src/${inContract}.ts`
  if (specifier === 'triptych-client') return 'packages/client/src/index.ts'
  const [, inClient] = /^triptych-client\/(.+)$/.exec(specifier) ?? []
  if (inClient) return `packages/client/src/${inClient}.ts`
  if (specifier === 'triptych-server') return 'packages/server/src/index.ts'
  return /^\..*\.tsx?$/.test(specifier) ? join(from, '..', specifier) : null
}

/** `@scope/name` or `name`, without what stands behind it. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function circles(): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'open')
      found.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (state.has(file)) return
    state.set(file, 'open')
    for (const specifier of imports.get(file) ?? []) {
      const target = fileOf(file, specifier)
      if (target) visit(target, [...path, file])
    }
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  return found
}

/** `gantt/grid`: the room of a view of the page in which a file lies. */
function roomOf(file: string): string | null {
  return /^apps\/web\/src\/((?:files|gantt|tables)\/[^/]+)\//.exec(file)?.[1] ?? null
}

/** Which rooms of one view use each other both ways, with the import in each. */
function roomsBothWays(): string[] {
  const uses = [...imports].flatMap(([from, specifiers]) =>
    specifiers.flatMap((specifier) => {
      const [of, on] = [roomOf(from), roomOf(fileOf(from, specifier) ?? '')]
      const ofOneView = of && on && dirname(of) === dirname(on) && of !== on
      return ofOneView ? [{ of, on, where: `${from} → ${specifier}` }] : []
    }),
  )
  return uses
    .filter(({ of, on }) => uses.some((other) => other.of === on && other.on === of))
    .map(({ where }) => where)
}

describe('the imports', () => {
  it('are read from every file, and lead to files that are there', () => {
    const all = [...imports].flatMap(([from, specifiers]) =>
      specifiers.map((specifier) => fileOf(from, specifier)).filter((file) => file !== null),
    )
    assert.ok(files.size > 500 && all.length > 3000)
    assert.deepEqual(
      all.filter((file) => !files.has(file)),
      [],
    )
  })

  it('make no circle, neither of values nor of types, not even over packages', () => {
    assert.deepEqual(circles(), [])
  })

  it('lead from one room of a view of the page to another, and never back', () => {
    assert.deepEqual(roomsBothWays(), [])
  })
})

for (const [folder, ours] of Object.entries(mayUse)) {
  const sources = [...files].filter(
    (file) => file.startsWith(`${folder}/src/`) && !/\.(test|contract)\.ts$/.test(file),
  )
  const uses = sources.flatMap((from) =>
    (imports.get(from) ?? []).map((specifier) => ({ from, specifier })),
  )

  describe(`the sources in ${folder}`, () => {
    it('use of our packages only those below them', () => {
      const wrong = uses.filter(({ from, specifier }) => {
        if (specifier.startsWith('.')) return !join(from, '..', specifier).startsWith(`${folder}/`)
        const name = packageOf(specifier)
        return /^(@triptych|triptych$)/.test(name) && !ours.includes(name)
      })
      assert.deepEqual(wrong, [])
    })

    it('use only packages that their package.json names, and Node only on the server', () => {
      const { dependencies, peerDependencies } = JSON.parse(
        readFileSync(join(root, folder, 'package.json'), 'utf8'),
      ) as Partial<Record<'dependencies' | 'peerDependencies', Record<string, string>>>
      const named = { ...dependencies, ...peerDependencies }
      const wrong = uses.filter(({ specifier }) => {
        if (specifier.startsWith('.')) return false
        if (specifier.startsWith('node:')) return folder !== 'packages/server'
        return !(packageOf(specifier) in named)
      })
      assert.deepEqual(wrong, [])
    })
  })
}
