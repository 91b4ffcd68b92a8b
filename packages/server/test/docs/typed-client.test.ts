import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { server } from '../fixtures/api.ts'
import { typesFrom } from '../fixtures/generated-types.ts'
import { examplesIn } from './shown-examples.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const page = readFileSync(join(root, 'docs/how-to/typed-client.md'), 'utf8')
const program = /```ts\n([^]*?)```/.exec(page)?.[1] ?? ''

const options = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'esnext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
  noEmit: true,
  allowImportingTsExtensions: true,
}

describe('the client that the how-to makes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'typed-client-'))
  let types = ''
  let url = ''
  before(async () => {
    const triptych = await server({ auth: 'none' })
    url = (await triptych.listen()).url.replace(/\/$/, '')
    const [made] = examplesIn(page)
    const body = /-d '([^]*)'/.exec(made!.commands)?.[1] ?? ''
    assert.equal((await fetch(`${url}/tables`, { method: 'POST', body })).status, 200)
    const document = await (await fetch(`${url}/openapi.json?tables=true`)).json()
    types = await typesFrom(document as object)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const files = {
      'api.d.ts': types,
      'package.json': JSON.stringify({ type: 'module' }),
      'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['program.ts'] }),
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  })
  after(() => rmSync(folder, { recursive: true }))

  /** What the compiler finds wrong with a program. */
  async function faults(text: string): Promise<string> {
    writeFileSync(join(folder, 'program.ts'), text.replaceAll('http://localhost:3200', url))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const compiled = run(process.execPath, [compiler, '-p', folder])
    return compiled.then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
  }

  it('compiles, and does what the page says', async () => {
    assert.equal(await faults(program), '')
    const { stdout } = await run(process.execPath, [join(folder, 'program.ts')])

    const [, printed = ''] = /It prints `(.+?)`/.exec(page) ?? []
    assert.equal(stdout.trim(), printed)
  })

  it('is told by the compiler of a column, a choice, a code and an address that do not exist', async () => {
    const wrong = [
      `const row: components['schemas']['NewFilmsRow'] = { name: 'x', yaer: 1979 }`,
      `await client.POST('/films', { body: { year: 1979 } })`,
      `await client.POST('/films', { body: { name: 'x', genre: 'western' } })`,
      `film.nmae`,
      `added.error?.code === 'no.such_code'`,
      `await client.GET('/flims')`,
    ]
    const lines = wrong.map((line) => `// @ts-expect-error\n${line}`)

    // In the program itself an error that ends it has made the types narrower.
    const add = `const add = () => client.POST('/films', { body: { name: 'x' } })`
    const head = 'async function wrong(added: Awaited<ReturnType<typeof add>>) {'
    const text = [program, add, head, ...lines, '}', 'void wrong'].join('\n')

    assert.equal(await faults(text), '')
  })

  it('has types of every row, and none that nothing fits', () => {
    const body = /FilmsRow: \{([^]*?)\n        \}/.exec(types)?.[1] ?? ''
    assert.match(body, /name: string;/)
    assert.match(body, /year: number \| null;/)
    assert.match(body, /genre: "drama" \| "horror" \| null;/)
    assert.match(types, /ErrorCode: "bad_request" \| "not_found" \|/)
    assert.match(types, /addRowOfFilms: \{/)
    for (const [, alternatives = ''] of types.matchAll(/"application\/json": (.+);/g)) {
      assert.notEqual(alternatives, 'never')
    }
  })
})
