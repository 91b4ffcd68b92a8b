import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importApi } from '../../../test/fixtures/import-api.ts'
import { bookOf } from '../../../test/fixtures/xlsx-samples.ts'

const states = ['open', ' paid', 'open ', '', 'paid', 'late']
const csv = ['no,state', ...states.map((state, at) => `A${at},${state}`)].join('\r\n')
const choice = [{ source: 'state', choice: true }]

describe('a column of a file that is to be a choice', () => {
  it('offers what the file has in it, each text once, in the order of the file', async () => {
    const { upload, columns, rows, ask } = await importApi()

    const imported = await upload('orders', 'orders.csv', csv, { columns: choice })

    const [, found] = imported.columns
    assert.deepEqual([found!.type, found!.options], ['text', ['open', 'paid', 'late']])
    const [, state] = await columns('orders')
    assert.deepEqual(state!.options, ['open', 'paid', 'late'])
    const held = (await rows('orders')).map((row) => row['state'])
    assert.deepEqual(held, ['open', 'paid', 'open', null, 'paid', 'late'])
    // It is as closed as any.
    const row = JSON.stringify({ state: 'gone' })
    assert.equal((await ask('POST', '/orders', row)).status, 422)
    assert.equal((await ask('POST', '/orders', JSON.stringify({ state: 'late' }))).status, 200)
  })

  it('is shown by a dry run, which makes nothing', async () => {
    const { upload, state, staged } = await importApi()
    const before = await state()

    const plain = await upload('orders', 'orders.csv', csv, { dryRun: 'true' })
    const told = await upload('orders', 'orders.csv', csv, { dryRun: 'true', columns: choice })

    // What could be one is told, and never taken as one unasked. Names, which do not repeat, are none.
    assert.deepEqual(
      plain.columns.map(({ name, options, values }) => [name, options, values]),
      [
        ['no', undefined, undefined],
        ['state', undefined, undefined],
      ],
    )
    assert.deepEqual(told.columns[1]!.options, ['open', 'paid', 'late'])
    assert.deepEqual([await state(), await staged()], [before, []])
  })

  it('is offered where its texts repeat and are few', async () => {
    const { upload } = await importApi()
    const many = Array.from({ length: 3000 }, (_, at) => [
      `A${at}`,
      ['open', 'paid'][at % 2],
      `place ${at % 101}`,
      `x@y.de`,
      String(at % 3),
    ])
    const file = ['no,state,place,mail,level', ...many.map((row) => row.join())].join('\n')
    const { columns } = await upload('orders', 'orders.csv', file)
    assert.deepEqual(
      columns.map(({ name, values }) => [name, values]),
      [
        ['no', undefined],
        ['state', ['open', 'paid']],
        ['place', undefined],
        ['mail', undefined],
        ['level', undefined],
      ],
    )
    // Nor into a table that has its columns.
    const more = await upload('orders', 'orders.csv', 'no,state\nB,paid\nC,paid\n')
    assert.deepEqual(more.columns[1]!.values, undefined)
  })

  it('can be one of numbers, and of a workbook', async () => {
    const { upload, columns } = await importApi()
    const level = [{ source: 'level', choice: true }]
    const first = await upload('levels', 'a.csv', 'level\n3\n1\n3\n', { columns: level })
    assert.deepEqual(first.columns[0]!.options, ['3', '1'])
    const cells = ['state', 'b', 'a', 'b'].map((one) => `<c t="str"><v>${one}</v></c>`)
    const sheet = cells.map((cell) => `<row>${cell}</row>`).join('')
    const book = await bookOf({ sheet })
    await upload('book', 'a.xlsx', book, { columns: choice })
    assert.deepEqual((await columns('book'))[0]!.options, ['b', 'a'])
    // Where there is nothing to choose from, it stays text.
    await upload('none', 'a.csv', 'no,state\n1,\n2,\n', { columns: choice })
    assert.deepEqual((await columns('none'))[1]!.options, null)
  })

  it('is refused where it has too many values, one too long, or another type', async () => {
    const { refuses } = await importApi()
    const names = Array.from({ length: 1001 }, (_, at) => `name ${at}`)
    const bad = [422, 'tables.bad_import'] as const
    const many = `state\n${names.join('\n')}\n`
    const problem = await refuses(bad, 'new', 'a.csv', many, { columns: choice })
    assert.equal(problem.error, 'state cannot be a choice: it has more than 1000 different values.')
    await refuses(bad, 'new', 'a.csv', `state\n${'x'.repeat(201)}\n`, { columns: choice })
    const typed = [{ source: 'state', choice: true, type: 'integer' }]
    await refuses(bad, 'new', 'a.csv', 'state\n1\n', { columns: typed })
  })
})
