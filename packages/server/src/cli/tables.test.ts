import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Row, Table } from '@triptych/contract/tables'
import { stagedIn } from '../../test/fixtures/import-api.ts'
import { person } from '../../test/fixtures/person.ts'
import { isOneLine, newFolder, run, serving } from '../../test/fixtures/run-program.ts'
import { progressBar } from './terminal.ts'

const someRows = () => '1,000 rows'
const csv = 'Name,year,x\nAlien,1979,1\nHeat,1995,2\n'

/** A file in a folder of its own, and a place for the data beside it. */
function source(name = 'films.csv', text = csv): { file: string; data: string; flags: string[] } {
  const folder = newFolder()
  const file = join(folder, name)
  writeFileSync(file, text)
  const data = join(folder, 'data')
  return { file, data, flags: ['--data', data] }
}

async function command(argv: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const { ended, out, err } = run(['tables', ...argv])
  const code = await ended
  return { code, out: out(), err: err() }
}

/** What a server finds in the data. */
async function served<T>(data: string, path: string): Promise<T> {
  const { child, ended, url } = await serving(['--data', data, '--log-level', 'error'])
  const answer = (await (await fetch(`${url}${path}`)).json()) as T
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  return answer
}

describe('triptych tables import', () => {
  it('makes a table, and says what became of the columns', async () => {
    const { file, data, flags } = source()

    const { code, out, err } = await command(['import', file, 'films', ...flags])

    assert.deepEqual([code, err], [0, ''])
    assert.equal(
      out,
      [
        '  Name → Name (text)',
        '  year → year (integer)',
        '  x → x (integer)',
        '2 rows in the new table films',
        '',
      ].join('\n'),
    )
    assert.deepEqual(await served<Row[]>(data, 'films'), [
      { id: 1, Name: 'Alien', year: 1979, x: 1 },
      { id: 2, Name: 'Heat', year: 1995, x: 2 },
    ])
    // The data is somebody's own now, and gets no demo content.
    const tables = await served<{ name: string }[]>(data, 'tables')
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['films'],
    )
    assert.deepEqual(stagedIn(data), [])
  })

  it('adds to a table, with all that can be told', async () => {
    const { file, data, flags } = source('list', csv.replaceAll(',', ';').replace('1995', 'x'))
    const columns = [
      { source: 'Name', name: 'title' },
      { source: 'year', type: 'integer' },
      { source: 'x', skip: true },
    ]
    const told = ['--format', 'csv', '--delimiter=;', `--columns=${JSON.stringify(columns)}`]
    const all = ['import', file, 'films', ...told, '--skip-bad', ...flags]

    const first = await command(all)
    const second = await command(all)

    assert.deepEqual([first.code, second.code], [0, 0], first.err)
    assert.equal(
      second.out,
      [
        '  Name → title (text)',
        '  year → year (integer)',
        '  x → left out',
        '  line 3, year: year takes a whole number, at most 9007199254740991, not "x".',
        '1 row added to films, 1 left out',
        '',
      ].join('\n'),
    )
    assert.deepEqual(await served<Row[]>(data, 'films'), [
      { id: 1, title: 'Alien', year: 1979 },
      { id: 2, title: 'Alien', year: 1979 },
    ])
  })

  it('takes nothing where a row does not fit, and says which', async () => {
    const { file, data, flags } = source('films.csv', csv.replace('1995', 'x'))
    const columns = ['--columns', '[{"source":"year","type":"integer"}]']

    const { code, out, err } = await command(['import', file, 'films', ...columns, ...flags])

    assert.deepEqual([code, out], [1, ''])
    assert.equal(
      err,
      [
        '  line 3, year: year takes a whole number, at most 9007199254740991, not "x".',
        'A row cannot be taken. Nothing was imported.',
        '',
      ].join('\n'),
    )
    assert.deepEqual(await served(data, 'tables'), [])
  })

  it('only looks in a dry run', async () => {
    const { file, data, flags } = source()

    const { code, out } = await command(['import', file, 'films', '--dry-run', ...flags])

    assert.equal(code, 0)
    assert.match(out, / {2}year → year \(integer\): 1979 \| 1995\n/)
    assert.match(out, /2 rows would come into films\n$/)
    assert.deepEqual([await served(data, 'tables'), stagedIn(data)], [[], []])
  })

  it('makes a choice of what the file has in a column, and shows it in a dry run', async () => {
    const { file, data, flags } = source('bills.csv', 'no,state\nA,open\nB,paid\nC,open\n')
    const told = ['--columns', '[{"source":"state","choice":true}]']

    const dry = await command(['import', file, 'bills', '--dry-run', ...told, ...flags])
    const { code } = await command(['import', file, 'bills', ...told, ...flags])

    assert.match(dry.out, / {2}state → state \(choice of open \| paid\): open \| paid\n/)
    assert.equal(code, 0)
    const { columns } = await served<Table>(data, 'tables/bills')
    assert.deepEqual(columns[1]!.options, ['open', 'paid'])
  })

  it('works on another workspace, which must exist', async () => {
    const { file, data, flags } = source()
    const argv = ['import', file, 'films', '--workspace', 'second', ...flags]

    const missing = await command(argv)
    assert.equal(missing.code, 1)
    assert.ok(isOneLine(missing.err), missing.err)
    const { child, ended, url } = await serving([...flags, '--empty', '--log-level', 'error'])
    const made = { method: 'POST', body: '{"name":"second"}' }
    assert.equal((await fetch(`${url}workspaces`, made)).status, 200)
    child.kill('SIGTERM')
    await ended

    assert.equal((await command(argv)).code, 0)
    assert.equal((await served<Row[]>(data, 'w/second/films')).length, 2)
  })

  it('says in one line what it cannot read, with exit code 1, and makes nothing', async () => {
    const { file, data, flags } = source('films.doc')
    const folder = newFolder()
    mkdirSync(join(folder, 'folder.csv'))
    const { file: broken } = source('broken.csv', 'a,"b\n')

    for (const [path, reason] of [
      [file, /format/],
      [join(folder, 'nosuch.csv'), /There is no file/],
      [join(folder, 'folder.csv'), /is not a file/],
    ] as const) {
      const { code, out, err } = await command(['import', path, 'films', ...flags])
      assert.deepEqual([code, out], [1, ''])
      assert.match(err, reason)
      assert.ok(isOneLine(err), err)
    }
    assert.ok(!existsSync(data))

    const { code, err } = await command(['import', broken, 'films', ...flags])
    assert.deepEqual([code, err], [1, 'Line 1: A quote is opened here and never closed.\n'])
    const reserved = await command(['import', source().file, 'shares', ...flags])
    assert.deepEqual([reserved.code, reserved.err], [1, 'No table can be named shares.\n'])
  })

  it('refuses what it cannot do in one line with exit code 2', async (t) => {
    const { file } = source()

    for (const argv of [
      [],
      ['exports'],
      ['import', file],
      ['import', file, 'films', 'more'],
      ['import', file, 'films', '--format', 'xml'],
      ['import', file, 'films', '--format='],
      ['import', file, 'films', '--sheet'],
      ['import', file, 'films', '--skip-bad=perhaps'],
      ['import', file, 'films', '--columns', '{}'],
      ['import', file, 'films', '--columns', '['],
      ['import', file, 'films', '--columns=[{"source":"a","type":"int"}]'],
      ['import', file, 'films', '--nosuch', 'x'],
    ]) {
      const { code, said } = await person(t, 'tables', ...argv)

      assert.equal(code, 2, argv.join(' '))
      assert.ok(isOneLine(said), said)
    }
  })

  it('refuses to work beside a server', async () => {
    const { file, flags } = source()
    const { child, ended, url } = await serving([...flags, '--empty', '--log-level', 'error'])

    const { code, err } = await command(['import', file, 'films', ...flags])

    assert.equal(code, 1)
    assert.match(err, /Another server is using the data/)
    assert.deepEqual(await (await fetch(`${url}tables`)).json(), [])
    child.kill('SIGTERM')
    await ended
  })

  it('prints nothing that a terminal would obey', async () => {
    const { file, flags } = source('films.csv', '"a\u001B[31m",b\u009B1\nx,1\n')

    const { out } = await command(['import', file, 'films', ...flags])

    // eslint-disable-next-line no-control-regex -- these are what must not be there
    assert.doesNotMatch(out.replaceAll('\n', ''), /[\u0000-\u001F\u007F-\u009F]/)
    assert.match(out, / {2}a \[31m → /)
  })

  it('tells what it takes', async () => {
    const { code, out } = await command(['import', '--help'])

    assert.equal(code, 0)
    assert.match(out, /^Usage: triptych tables import FILE TABLE/m)
    for (const flag of ['dry-run', 'skip-bad', 'format', 'delimiter', 'sheet', 'columns']) {
      assert.match(out, new RegExp(`^ {2}--${flag}( [A-Z]+)?$`, 'm'))
    }
  })

  it('shows how far it is on a terminal only', async () => {
    const written: string[] = []
    const write = (text: string): number => written.push(text)
    progressBar({ isTTY: false, write }, 100, someRows).show(50)
    assert.deepEqual(written, [])

    const bar = progressBar({ isTTY: true, write }, 100, someRows)
    bar.show(50)
    bar.end()
    assert.match(written.join(''), /█{15}░{15} {2}50 % {2}1,000 rows/)

    const { file, flags } = source('films.csv', `a\n${'1\n'.repeat(20_000)}`)
    const { err } = await command(['import', file, 'films', ...flags])
    assert.equal(err, '')
  })
})
