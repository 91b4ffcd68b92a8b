import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** Which rooms a room may use. What stands in `src/` itself wires things together or is used by all. */
const mayUse: Record<string, string[]> = {
  http: ['domain', 'auth', 'events', 'observe', 'ports', 'config', 'codecs', 'concurrency'],
  domain: ['auth', 'ports', 'codecs', 'concurrency'],
  drives: ['auth', 'domain', 'ports', 'codecs', 'concurrency', 'observe'],
  auth: [],
  events: ['auth', 'domain', 'ports', 'observe', 'concurrency'],
  ports: ['observe'],
  observe: [],
  demo: ['domain'],
  config: ['observe'],
  engines: ['ports', 'observe', 'codecs', 'concurrency'],
  codecs: ['concurrency'],
  concurrency: [],
  // The page is the one thing of http that a command knows: it builds it when it is old.
  cli: 'auth codecs concurrency config demo domain drives http observe ports main.ts open-data.ts inspect-data.ts'.split(
    ' ',
  ),
}

/** Packages that only some rooms may know. */
const onlyIn: Record<string, RegExp> = {
  'better-sqlite3': /^engines\/sqlite\//,
  '@simplewebauthn/server': /^auth\//,
  jose: /^auth\//,
  nodemailer: /^engines\/smtp\//,
  'openid-client': /^auth\//,
  pg: /^engines\/postgres\//,
  sharp: /^engines\/sharp\//,
  fontkit: /^codecs\/drawing\//,
  'exif-reader': /^codecs\/media\//,
  'music-metadata': /^codecs\/media\//,
  strtok3: /^codecs\/media\//,
  zod: /^(http|config)\//,
}

/** Files every room may use, and the one that may use every room. */
const common = new Set([
  'errors.ts',
  'context.ts',
  'iso-time.ts',
  'memo.ts',
  'zone-time.ts',
  'version.ts',
  'asker.ts',
  'author.ts',
  'budget.ts',
  'step-id.ts',
  'plain-text.ts',
  'windows-names.ts',
])

interface Import {
  from: string
  to: string
}

const files = globSync('**/*.ts', { cwd: source }).filter(
  (file) => !/\.(test|contract)\.ts$/.test(file),
)
const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(source, from), 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, to]) => ({
    from,
    to: to ?? '',
  }))
})

function room(file: string): string {
  return file.split('/')[0] ?? ''
}

function engine(file: string): string | undefined {
  return file.split('/')[1]
}

function target({ from, to }: Import): string {
  return relative(source, join(source, dirname(from), to))
}

describe('the import direction', () => {
  const inner = imports.filter(({ to }) => to.startsWith('.'))

  it('is read from the source at all', () => {
    assert.ok(files.length > 40 && inner.length > 100)
  })

  it('runs from http through domain to ports, and from engines to ports', () => {
    const wrong = inner.filter((one) => {
      const [from, to] = [room(one.from), room(target(one))]
      const allowed = mayUse[from]
      return allowed && from !== to && !common.has(target(one)) && !allowed.includes(to)
    })
    assert.deepEqual(wrong, [])
  })

  it('knows every room', () => {
    const rooms = files.filter((file) => file.includes('/')).map(room)
    assert.deepEqual([...new Set(rooms)].toSorted(), Object.keys(mayUse).toSorted())
  })

  it('keeps the engines apart: each may use only itself and the shared SQL', () => {
    const wrong = inner.filter(
      (one) =>
        room(one.from) === 'engines' &&
        room(target(one)) === 'engines' &&
        engine(target(one)) !== engine(one.from) &&
        engine(target(one)) !== 'sql',
    )
    assert.deepEqual(wrong, [])
  })

  it('loads PostgreSQL and S3 only where a setting asks for them', () => {
    const text = ['open-data.ts', 'open-volumes.ts']
      .map((file) => readFileSync(join(source, file), 'utf8'))
      .join('\n')
    const loaded = [...text.matchAll(/^import \{.* from '(.+)'/gm)].map(([, file]) => file)
    const found = loaded.filter((file) => /^\.\/engines\/(postgres|s3)\//.test(file ?? ''))

    assert.ok(loaded.includes('./engines/sqlite/workspaces.ts'))
    assert.deepEqual(found, [])
  })

  it('lets the opening of the data alone choose engines and drives', () => {
    // Whoever looks whether a server could start asks the engines, and opens nothing.
    const choose = ['open-data.ts', 'open-volumes.ts']
    const known = { engines: ['inspect-data.ts', ...choose], drives: choose }
    for (const [chosen, expected] of Object.entries(known)) {
      const choosers = inner
        .filter((one) => room(target(one)) === chosen && room(one.from) !== chosen)
        .map(({ from }) => from)
      assert.deepEqual([...new Set(choosers)].toSorted(), expected)
    }
  })

  function usersOf(port: string): string[] {
    const users = inner.filter((one) => target(one) === port && room(one.from) !== 'ports')
    return [...new Set(users.map(({ from }) => from.split('/').slice(0, 2).join('/')))].toSorted()
  }

  it('leaves folders and object stores to the drives that stand on them', () => {
    assert.deepEqual(usersOf('ports/safe-folder.ts'), ['drives/disk', 'engines/folder'])
    assert.deepEqual(usersOf('ports/object-store.ts'), ['drives/objects', 'engines/s3'])
  })

  it('keeps third parties in the rooms that need them', () => {
    const wrong = imports.filter(({ from, to }) => {
      const rule = Object.entries(onlyIn).find(([name]) => to === name || to.startsWith(`${name}/`))
      return rule && !rule[1].test(from)
    })
    assert.deepEqual(wrong, [])
  })

  it('reads pictures and recordings of strangers only in processes made for that', () => {
    const readers = /(import (?!type)[^\n]+ from |import\()'[^']+\/media\/(audio|exif)\.ts'/
    assert.deepEqual(
      files.filter((file) => readers.test(readFileSync(join(source, file), 'utf8'))).toSorted(),
      ['engines/sharp/read-picture.ts', 'engines/sharp/worker.ts'],
    )
  })

  it('keeps process.env in one room', () => {
    const readers = files.filter((file) =>
      /process\.env/.test(readFileSync(join(source, file), 'utf8')),
    )
    assert.deepEqual(
      readers.filter((file) => !/^(config|cli)\//.test(file)),
      [],
    )
  })
})

/** What one call leaves for the next belongs to the thing it is about, not to a module. */
describe('a module', () => {
  const mayRemember = [
    // Keyed by schemas of the source, and told by each of them alone; the other by what is made of them.
    ['http/wire/quick-check.ts', 'known'],
    ['http/wire/quick-check.ts', 'dropping'],
    // Keyed by templates of the source, of which there are as many as there are, by what they are.
    ['engines/sql/core/sql.ts', 'lastMade'],
  ]

  it('remembers nothing', () => {
    const found = files.flatMap((file) =>
      remembered(readFileSync(join(source, file), 'utf8')).map((name) => [file, name]),
    )
    assert.deepEqual(found, mayRemember)
  })

  it('is caught when it does', () => {
    const caught = [
      'let count = 0',
      'export let count = 0',
      'const kept = new Map<string, number>()\nkept.set("a", 1)',
      'const kept: Set<string> = new Set()\n  kept.add("a")',
      'export const kept = new WeakMap<object, number>()\nif (x) kept.set(x, 1)',
      'const kept: string[] = []\n  kept.push("a")',
      'const kept = { count: 0 }\n  kept.count++',
      'const kept: Record<string, number> = {}\n  kept[name] = 1',
      'const kept = {\n  count: 0,\n}\n  kept.count += 1',
    ]
    for (const text of caught) assert.equal(remembered(text).length, 1, text)
    const constant = [
      'const names = new Set(["a"])\nnames.has("a")',
      'const table = { a: 1 }\nif (table.a === 1) run()',
      'function f() {\n  let count = 0\n  const kept = new Map()\n  kept.set(1, 1)\n}',
    ]
    for (const text of constant) assert.deepEqual(remembered(text), [], text)
  })
})

/** The names at the top of a module that are given other values, or things in which others are put. */
function remembered(text: string): string[] {
  const variables = [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)]
  const containers = [...text.matchAll(/^(?:export )?const (\w+)[^=\n]*= (?:new \w+|\[|\{)/gm)]
  const changed = containers.filter(([, name]) => {
    const call = `\\.(?:set|add|push|unshift|splice|delete|clear|pop|shift)\\(`
    const target = `(?:\\.\\w+|\\[[^\\]\\n]*\\])`
    const assignment = `${target} ?(?:[-+*/|&?]{0,2}=(?!=)|\\+\\+|--)`
    return new RegExp(`(?<![\\w.'"\`])${name}(?:${call}|${assignment})`).test(text)
  })
  return [...variables, ...changed].map(([, name = '']) => name)
}

describe('the map in CONTRIBUTING.md', () => {
  const text = readFileSync(join(source, '../../../CONTRIBUTING.md'), 'utf8')
  const map = text.slice(text.indexOf('## The map'), text.indexOf('Beside it:'))
  const places = [...map.matchAll(/^\| (`[^|]+`)/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place),
  )

  it('names every room and every engine', () => {
    const folders = files.map((file) => dirname(file)).filter((folder) => folder !== '.')
    const rooms = folders.map((folder) =>
      room(folder) === 'engines' ? folder.split('/').slice(0, 2).join('/') : room(folder),
    )
    assert.deepEqual(
      [...new Set(rooms)].filter((each) => !map.includes(`\`${each}/`)),
      [],
    )
  })

  it('names nothing that is not there', () => {
    assert.ok(places.length > 15)
    const missing = places.filter((place) => {
      const folder = place.split('<')[0] ?? ''
      return !existsSync(join(source, folder))
    })
    assert.deepEqual(missing, [])
  })
})

describe('the files', () => {
  it('have no more than 400 lines, and most of them far fewer', () => {
    const lengths = files.map((file) => readFileSync(join(source, file), 'utf8').split('\n').length)
    assert.ok(Math.max(...lengths) <= 400)
  })

  it('are not named after nothing in particular', () => {
    assert.deepEqual(
      files.filter((file) =>
        /(^|\/)(utils?|helpers?|common|misc|shared|manager|service|base)\b/.test(file),
      ),
      [],
    )
  })

  it('export by name, and through no barrel', () => {
    const offenders = files.filter((file) =>
      /export default|export \* from/.test(readFileSync(join(source, file), 'utf8')),
    )
    assert.deepEqual(offenders, [])
    assert.deepEqual(
      files.filter((file) => /(^|\/)index\.ts$/.test(file)),
      ['index.ts'],
    )
  })
})
