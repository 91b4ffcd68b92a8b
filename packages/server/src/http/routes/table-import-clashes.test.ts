import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { Problem } from '@triptych/contract/errors'
import type { ImportFailure } from '@triptych/contract/table-import'
import { assertProblem } from '../../../test/fixtures/api.ts'
import { cellsOf, idsOf, importApi, importedBy } from '../../../test/fixtures/import-api.ts'

const failuresIn = (problem: Problem) => problem['failures'] as ImportFailure[]
const told = ({ line, column, error }: ImportFailure) => `${line} ${column}: ${error}`
const lines = (...list: (string | number)[]) => `${list.join('\n')}\n`
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)
const nameOf = ({ name }: Record<string, unknown>) => name
/** Each names the next, and the last one nobody. */
const chain = (length: number) =>
  lines('id,name,parent', ...numbers(10, 9 + length).map((id) => `${id},x,${id + 1}`), '5,y,1')
const part = (name: string, data: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n${data}\r\n`
const skipBad = { skipBad: 'true' }
const refused = [422, 'tables.rows_refused'] as const

async function codes() {
  const api = await importApi()
  const columns = [
    { name: 'code', type: 'text', unique: true },
    { name: 'a', type: 'integer' },
    { name: 'b', type: 'number' },
  ]
  const indexes = [{ name: 'pair', columns: ['a', 'b'], unique: true }]
  await api.table('codes', columns, { indexes })
  await api.ok('POST', '/codes', { code: 'X', a: 1, b: 1.5 })
  return api
}

describe('values that must be unique', () => {
  it('are refused that come twice, or are in the table', async () => {
    const { refuses, upload, rows } = await codes()
    const text = lines(
      'code,a,b',
      'A,1,2',
      'X,,',
      'A,3,3',
      'B,1,1.5',
      'C,1,2.0',
      ',9,',
      ',9,',
      'b,9,',
    )

    const problem = await refuses(refused, 'codes', 'a.csv', text)
    assert.deepEqual(failuresIn(problem).map(told), [
      '3 code: Another row has this value in code.',
      '4 code: An earlier row of the file has this value in code.',
      '5 a: Another row has these values in a, b.',
      '6 a: An earlier row of the file has these values in a, b.',
    ])

    const { added, skipped, failures } = await upload('codes', 'a.csv', text, skipBad)
    assert.deepEqual([added, skipped, failures], [4, 4, failuresIn(problem)])
    assert.deepEqual(cellsOf(await rows('codes')), [
      ['X', 1, 1.5],
      ['A', 1, 2],
      [null, 9, null],
      [null, 9, null],
      ['b', 9, null],
    ])
  })

  it('are not in the way of others where their row cannot be taken itself', async () => {
    const { upload } = await codes()

    const text = lines('code,a,b', 'X,7,7', 'A,7,7')
    const { added, failures } = await upload('codes', 'a.csv', text, skipBad)

    assert.deepEqual([added, failures.map(({ line }) => line)], [1, [2]])
  })

  it('are found among many', async () => {
    const { upload, refuses } = await codes()
    await upload('codes', 'a.csv', lines('code', ...numbers(1, 20_000)))

    const problem = await refuses(refused, 'codes', 'a.csv', lines('code', 'new', 20_000, 'new'))

    assert.deepEqual(
      failuresIn(problem).map(({ line }) => line),
      [3, 4],
    )
  })

  it('may have been taken while the file was read', async () => {
    const { open, whenStaged, ok, staged, rows } = await codes()
    const upload = open('codes')
    await upload.more(lines('code', 'late', ...numbers(1, 50_000)))
    await whenStaged()
    await ok('POST', '/codes', { code: 'late' })

    const problem = assertProblem(await upload.end(), refused)

    assert.deepEqual(failuresIn(problem).map(told), ['2 code: Another row has this value in code.'])
    assert.deepEqual([(await rows('codes')).length, await staged()], [2, []])
  })
})

async function family() {
  const api = await importApi()
  await api.table('places', [{ name: 'name', type: 'text' }])
  await api.ok('POST', '/places', { name: 'Oslo' })
  const reference = { table: 'people', onDelete: 'clear' }
  await api.table('people', [
    { name: 'name', type: 'text' },
    { name: 'place', type: 'integer', reference: { table: 'places', onDelete: 'restrict' } },
  ])
  await api.ok('PATCH', '/tables/people', {
    changes: [{ addColumn: { name: 'parent', type: 'integer', reference } }],
  })
  await api.ok('POST', '/people', { name: 'Eve' })
  return api
}

describe('references', () => {
  it('are refused to rows that do not exist', async () => {
    const { refuses, upload, rows } = await family()
    const text = lines('name,place,parent', 'a,1,1', 'b,2,', 'c,,7', 'd,,', 'e,-1,')

    const problem = await refuses(refused, 'people', 'a.csv', text)
    assert.deepEqual(failuresIn(problem).map(told), [
      '3 place: place names a row that does not exist.',
      '4 parent: parent names a row that does not exist.',
      '6 place: place names a row that does not exist.',
    ])

    await upload('people', 'a.csv', text, skipBad)
    assert.deepEqual(
      (await rows('people')).map(({ name }) => name),
      ['Eve', 'a', 'd'],
    )
  })

  it('may go to rows of the same file, before and after, and to themselves', async () => {
    const { upload, rows } = await family()

    await upload('people', 'a.csv', lines('id,name,parent', '9,a,8', '8,b,8', '7,c,9'))
    await upload('people', 'a.csv', lines('name,parent', 'd,11', 'e,11'))

    assert.deepEqual(
      (await rows('people')).map(({ id, parent }) => [id, parent]),
      [
        [1, null],
        [9, 8],
        [8, 8],
        [7, 9],
        [10, 11],
        [11, 11],
      ],
    )
  })

  it('to rows that are left out are left out with them', async () => {
    const { upload, rows, refuses } = await family()

    const { added, skipped } = await upload('people', 'a.csv', chain(20), skipBad)

    assert.deepEqual([added, skipped, idsOf(await rows('people'))], [1, 20, [1, 5]])
    // Nobody writes so long a chain by accident.
    await refuses(refused, 'people', 'a.csv', chain(200), skipBad)
  })

  it('may have lost their row while the file was read', async () => {
    const { open, whenStaged, ok, staged } = await family()
    const upload = open('people')
    await upload.more(lines('place', ...numbers(1, 50_000).map(() => 1)))
    await whenStaged()
    await ok('DELETE', '/places/1')

    const problem = assertProblem(await upload.end(), refused)

    assert.deepEqual([problem['count'], await staged()], [50_000, []])
  })
})

describe('an import that takes its time', () => {
  const many = lines('name', ...numbers(1, 50_000).map((n) => `f${n}`))

  it('is not seen before it is complete, and comes after all that was added meanwhile', async () => {
    const { open, table, ok, rows, changes, whenStaged, staged } = await importApi()
    await table('films', [{ name: 'name', type: 'text' }])
    await ok('POST', '/films', { name: 'before' })
    const upload = open('films')
    await upload.more(many)
    await whenStaged()
    await ok('POST', '/films', { name: 'meanwhile' })
    await ok('PATCH', '/films/1', { key: 'name', value: 'edited' })
    assert.deepEqual((await rows('films')).map(nameOf), ['edited', 'meanwhile'])
    const tables = await ok<{ name: string }[]>('GET', '/tables')
    assert.deepEqual(tables.map(nameOf), ['films'])

    assert.equal(importedBy(await upload.end('last\n')).added, 50_001)

    const all = await rows('films')
    assert.deepEqual(all.slice(0, 3).map(nameOf), ['edited', 'meanwhile', 'f1'])
    assert.deepEqual(idsOf(all), numbers(1, 50_003))
    assert.deepEqual([nameOf(all.at(-1)!), await staged()], ['last', []])
    const operations = (await changes()).map(({ operation }: Change) => operation)
    assert.deepEqual(operations.slice(-3), ['row-added', 'row-updated', 'rows-added'])
  })

  it('finds its table changed or gone at the end, and leaves nothing', async () => {
    const { open, table, ok, whenStaged, staged, rows } = await importApi()
    const column = { name: 'name', type: 'text' }
    for (const name of ['changed', 'gone', 'renamed']) await table(name, [column])
    const uploads = ['changed', 'gone', 'renamed'].map((name) => open(name))
    for (const upload of uploads) await upload.more(many)
    await whenStaged(3)
    const addColumn = { name: 'more', type: 'integer' }
    await ok('PATCH', '/tables/changed', { changes: [{ addColumn }] })
    await ok('DELETE', '/tables/gone')
    await ok('PATCH', '/tables/renamed', { changes: [{ rename: 'other' }] })

    const answers = await Promise.all(uploads.map((upload) => upload.end()))

    assertProblem(answers[0]!, [409, 'tables.changed_meanwhile'])
    assertProblem(answers[1]!, [404, 'tables.not_found'])
    assertProblem(answers[2]!, [404, 'tables.not_found'])
    assert.deepEqual([await rows('changed'), await rows('other'), await staged()], [[], [], []])
  })

  it('is the only one that makes a table of its name', async () => {
    const { open, whenStaged, rows, staged, changes, table, send } = await importApi()
    const uploads = [open('films'), open('films'), open('FILMS')]
    for (const upload of uploads) await upload.more(many)
    await whenStaged(3)

    const answers = await Promise.all(uploads.map((upload) => upload.end()))

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [200, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409)) {
      assertProblem(answer, [409, 'tables.name_taken'])
    }
    const [{ entity }] = (await changes()) as [Change]
    assert.equal((await rows(entity)).length, 50_000)
    assert.deepEqual([await staged(), (await changes()).length], [[], 2])

    const late = open('later')
    await late.more(many)
    await whenStaged()
    await table('Later', [{ name: 'name', type: 'text' }])
    assertProblem(await late.end(), [409, 'tables.name_taken'])
    assertProblem(await send('LATER', 'a.csv', many), [409, 'tables.name_taken'])
    assert.deepEqual(await staged(), [])
  })

  it('leaves nothing when its client goes away', async () => {
    const { open, whenStaged, whenNothingIsStaged, table, state, failures } = await importApi()
    await table('films', [{ name: 'name', type: 'text' }])
    const before = await state()
    for (const name of ['films', 'new']) {
      const upload = open(name)
      await upload.more(many)
      await whenStaged()
      upload.leave()
      await whenNothingIsStaged()
    }

    assert.deepEqual(await state(), before)
    assert.deepEqual(failures, [])
  })

  it('leaves nothing when the form turns out to be wrong after the file', async () => {
    const { refused: refuses, ask } = await importApi()
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const twice = `${part('file', many)}${part('file', many)}--b--\r\n`
    const cut = part('file', many).slice(0, -2)

    await refuses([422, 'body.invalid'], () => ask('POST', '/films/import', twice, headers))
    await refuses([422, 'body.invalid'], () => ask('POST', '/films/import', '--b--\r\n', headers))
    await refuses([400, 'body.malformed'], () => ask('POST', '/films/import', cut, headers))
  })
})
