import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { api } from '../../../test/fixtures/api.ts'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'

const item = (method: string, url: string, data?: unknown) => ({ method, url, data })
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

const columns = [
  { name: 'n', type: 'integer' },
  { name: 's', type: 'text' },
  { name: 'j', type: 'json' },
]

/** A table of rows that hold 900,000 bytes each, in `s` or in `j`. */
async function largeRows(count: number, values: object) {
  const made = await api({}, columns)
  for (let n = 0; n < count; n++) {
    const { status } = await made.call('POST', '/films', { n, ...values })
    assert.equal(status, 200)
  }
  return made
}

const text = { s: 'x'.repeat(900_000) }
/** Twenty times as large when it is read. */
const json = { j: many(300_000, () => ({})) }

const all = (n: number) => item('PATCH', 'films/rows', { filter: {}, set: { n } })

describe('a batch', () => {
  it('is refused as a whole where its answers would be too large', async () => {
    const { call, row, head } = await largeRows(1, text)
    const before = await head()

    const { status, json: problem } = await call(
      'POST',
      '/batch',
      many(10_000, (n) => item('PUT', 'films/1', { n: n + 1 })),
    )

    assert.equal(status, 413)
    assert.deepEqual((problem as { code: string; cost: string }).code, 'request.too_costly')
    assert.deepEqual((problem as { code: string; cost: string }).cost, 'answerBytes')
    assert.equal((await row(1))['n'], 0)
    assert.equal(await head(), before)
  })

  it('is refused where its filters find too many rows together, though each may', async () => {
    const { call, rows } = await api({}, columns)
    for (let part = 0; part < 2; part++) {
      await call('POST', '/films/rows', { rows: many(5000, () => ({ n: 0 })) })
    }

    const { status, json: problem } = await call(
      'POST',
      '/batch',
      many(11, (n) => all(n + 1)),
    )

    assert.deepEqual([status, (problem as { cost: string }).cost], [413, 'rows'])
    assert.ok((await rows()).every((row) => row['n'] === 0))
    assert.equal((await call('POST', '/batch', [all(7)])).status, 200)
  })

  it('is refused where it would copy too much', async () => {
    const { call, rows } = await largeRows(1, text)

    const { status, json: problem } = await call(
      'POST',
      '/batch',
      many(20, () => item('PUT', 'films/1', { operation: 'copy', target: 1, mode: 'after' })),
    )

    assert.deepEqual([status, (problem as { cost: string }).cost], [413, 'bytes'])
    assert.equal((await rows()).length, 1)
  })

  it('deletes large rows one by one, and the log tells each', async () => {
    const { call, rows, head } = await largeRows(10, json)
    const before = await head()

    const { status } = await call(
      'POST',
      '/batch',
      many(10, (n) => item('DELETE', `films/${n + 1}`)),
    )

    assert.equal(status, 200)
    assert.deepEqual(await rows(), [])
    assert.equal(await head(), before + 10)
  })

  it('lets others have their turns', async () => {
    const { call } = await ganttApi()
    const items = many(500, (n) => item('POST', 'tasks', { text: `task ${n}` }))
    let answers = 0
    let isOver = false
    const asking = (async () => {
      for (; !isOver; answers++) {
        assert.equal((await call('GET', '/health/live')).status, 200)
        await nextTurn()
      }
    })()

    const { status } = await call('POST', '/batch', items)
    isOver = true
    await asking

    assert.equal(status, 200)
    assert.ok(answers > 3, `${answers} answers`)
  })
})

describe('rows that are large', () => {
  it('are changed by a filter without being read, and told by their number', async () => {
    const { call, changes, head, rows } = await largeRows(10, json)
    const before = await head()

    const answer = await call('PATCH', '/films/rows', { filter: {}, set: { n: 100 } })
    assert.deepEqual(answer.json, { changed: 10 })
    // Only what is set is read, and that is small.
    assert.equal(await head(), before + 10)

    const cleared = await call('PATCH', '/films/rows', { filter: {}, set: { j: null } })
    assert.deepEqual(cleared.json, { changed: 10 })
    const [entry, ...others] = await changes(before + 10)
    assert.deepEqual(others, [])
    assert.deepEqual([entry?.operation, entry?.after], ['rows-updated', { count: 10 }])
    assert.ok((await rows()).every((row) => row['n'] === 100 && row['j'] === null))
  })

  it('are deleted by a filter without being read, and told by their number', async () => {
    const { call, changes, head, rows } = await largeRows(20, text)
    const before = await head()

    const answer = await call('DELETE', '/films/rows?filter={}')

    assert.deepEqual(answer.json, { deleted: 20 })
    assert.deepEqual(await rows(), [])
    const [entry, ...others] = await changes(before)
    assert.deepEqual(others, [])
    assert.deepEqual([entry?.operation, entry?.after], ['rows-deleted', { count: 20 }])
  })

  it('are put by a key up to a limit, which refuses all of them', async () => {
    const { call, head } = await largeRows(12, text)
    const before = await head()
    const put = (count: number) =>
      call('PUT', '/films/rows', {
        key: ['id'],
        rows: many(count, (n) => ({ id: n + 1, n: 5 })),
      })

    const { status, json: problem } = await put(12)
    assert.deepEqual([status, (problem as { cost: string }).cost], [413, 'bytes'])
    assert.equal(await head(), before)
    assert.equal((await put(5)).status, 200)
  })
})

describe('a branch', () => {
  const deepCopy = { operation: 'copy', target: 1, mode: 'child', lazy: true }

  it('is copied up to a number of tasks, and deleted however large it is', async () => {
    const { call, done, tasks, changes, head } = await ganttApi({ lazyAbove: 1_000_000 })
    await done('POST', '/tasks', { text: 'top' })
    await done('POST', '/tasks', { text: 'other' })
    await done(
      'POST',
      '/batch',
      many(9, () => item('POST', 'tasks', { text: 'below', target: 1, mode: 'child' })),
    )
    let answer = await call('PUT', '/tasks/1', deepCopy)
    for (let n = 0; n < 20 && answer.status === 200; n++) {
      answer = await call('PUT', '/tasks/1', deepCopy)
    }

    assert.deepEqual([answer.status, (answer.json as { cost: string }).cost], [413, 'tasks'])
    assert.equal((await tasks()).length, 20_481)
    const before = await head()
    await done('DELETE', '/tasks/1')
    assert.deepEqual(
      (await tasks()).map(({ text }) => text),
      ['other'],
    )
    const [entry] = await changes(before)
    assert.deepEqual(entry?.operation, 'task-deleted')
    const { $count, $branch } = { ...entry?.before } as Record<string, unknown>
    assert.deepEqual({ $count, $branch }, { $count: 20_480, $branch: undefined })
  })

  it('is copied up to a number of bytes, and deleted however large it is', async () => {
    const { done, refuses, tasks, changes, head } = await ganttApi()
    await done('POST', '/tasks', { text: 'top' })
    const large = { target: 1, mode: 'child', details: 'x'.repeat(95_000) }
    for (let n = 0; n < 9; n++) {
      await done(
        'POST',
        '/batch',
        many(10, () => item('POST', 'tasks', large)),
      )
    }

    await refuses([413, 'request.too_costly'], 'PUT', '/tasks/1', deepCopy)

    const before = await head()
    await done('DELETE', '/tasks/1')
    assert.deepEqual(await tasks(), [])
    const [entry] = await changes(before)
    assert.equal(({ ...entry?.before } as Record<string, unknown>)['$count'], 91)
  })
})
