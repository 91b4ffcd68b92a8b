import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { person } from '../../test/fixtures/person.ts'
import { isOneLine, newFolder, run } from '../../test/fixtures/run-program.ts'
import { createTriptych } from '../index.ts'

const csv = 'name,year\nAlien,1979\n"Heat, the film",1995\n'

/** Data with a table of two films. */
async function withFilms(t: Parameters<typeof person>[0]) {
  const folder = newFolder()
  const file = join(folder, 'films.csv')
  writeFileSync(file, csv)
  const flags = ['--data', join(folder, 'data')]
  const tables = (...argv: string[]) => person(t, 'tables', ...argv, ...flags)
  assert.equal((await tables('import', file, 'films')).code, 0)
  return { folder, file, flags, tables, data: join(folder, 'data') }
}

describe('triptych tables', () => {
  it('lists tables with their columns', async (t) => {
    const { tables } = await withFilms(t)
    assert.deepEqual(await tables('list'), { code: 0, said: 'films: name, year\n' })
    const { said } = await tables('list', '--json')
    const [table] = JSON.parse(said) as { name: string; columns: object[] }[]
    assert.deepEqual([table?.name, table?.columns.length], ['films', 2])
  })

  it('exports a table to a file that its ending describes', async (t) => {
    const { folder, tables } = await withFilms(t)
    const names = ['out.csv', 'out.tsv', 'out.json', 'out.ndjson', 'out.xlsx']
    for (const name of names) {
      const { code, said } = await tables('export', 'films', join(folder, name))
      assert.equal(code, 0, said)
      assert.match(said, /^\d[\d,]* bytes in /)
    }
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    const rows = [
      { id: 1, name: 'Alien', year: 1979 },
      { id: 2, name: 'Heat, the film', year: 1995 },
    ]
    assert.match(read('out.csv'), /1,Alien,1979\r?\n2,"Heat, the film",1995/)
    assert.deepEqual(JSON.parse(read('out.json')), rows)
    assert.equal(read('out.xlsx').slice(0, 2), 'PK')
    assert.ok(readdirSync(folder).every((name) => !name.endsWith('.part')))
  })

  it('exports to the standard output, and nothing else is there', async (t) => {
    const { flags } = await withFilms(t)
    const { ended, out, err } = run(['tables', 'export', 'films', '--format', 'ndjson', ...flags])
    assert.equal(await ended, 0, err())
    const lines = out().trim().split('\n')
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { year: number }).year),
      [1979, 1995],
    )
    assert.equal(err(), '')
  })

  it('leaves no file where there is nothing to export', async (t) => {
    const { folder, tables } = await withFilms(t)
    for (const argv of [
      ['films', join(folder, 'films.doc')],
      ['boats', join(folder, 'boats.csv')],
      ['films', join(folder, 'x.csv'), '--workspace', 'none'],
    ]) {
      const { code, said } = await tables('export', ...argv)
      assert.equal(code, 1)
      assert.ok(isOneLine(said), said)
      assert.ok(!existsSync(argv[1]!))
    }
  })

  it('works with a server that runs, by a token where it has accounts', async (t) => {
    const { folder, file, data } = await withFilms(t)
    const triptych = await createTriptych({ data, port: 0, noPage: true, auth: 'accounts' })
    t.after(() => triptych.close())
    const { url } = await triptych.listen()
    const secret = (await triptych.firstOwnerLink())!.split('#link=')[1]
    const person1 = { secret, name: 'Ada', password: 'a long password' }
    const used = await fetch(`${url}auth/links/use`, {
      method: 'POST',
      body: JSON.stringify(person1),
    })
    const made = await fetch(`${url}auth/tokens`, {
      method: 'POST',
      headers: {
        cookie: used.headers.get('set-cookie')!.split(';')[0]!,
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ name: 'cli', access: 'write' }),
    })
    const tokenFile = join(folder, 'token')
    writeFileSync(tokenFile, `${((await made.json()) as { token: string }).token}\n`)
    const tables = (...argv: string[]) =>
      person(t, 'tables', ...argv, '--url', url, '--token-file', tokenFile)

    const refused = await person(t, 'tables', 'list', '--url', url)
    assert.equal(refused.code, 1)
    assert.match(refused.said, /answers 401: Say who you are/)
    const sent = await tables(
      'import',
      file,
      'more',
      '--columns',
      '[{"source":"year","skip":true}]',
    )
    assert.equal(sent.code, 0, sent.said)
    assert.match(sent.said, /2 rows in the new table more\n$/)
    assert.equal((await tables('list')).said, 'films: name, year\nmore: name\n')
    const out = join(folder, 'more.json')
    assert.equal((await tables('export', 'more', out)).code, 0)
    assert.equal((JSON.parse(readFileSync(out, 'utf8')) as []).length, 2)

    writeFileSync(file, 'name,year\nRan,soon\n')
    const bad = await tables('import', file, 'films')
    assert.equal(bad.code, 1)
    assert.match(bad.said, /^ {2}line 2, year: .*\n.* Nothing was imported\.$/m)
  })
})
