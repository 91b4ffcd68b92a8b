import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createTriptych } from '../../server/src/index.ts'
import { patient } from '../../server/test/fixtures/patient.ts'
import { openData, openServer, ServerError } from '../src/data.ts'
import type { Found, LiveState, Stored } from '../src/data.ts'
import { undo } from '../src/index.ts'

interface Film {
  name: string
  year: number | null
  votes: number | null
}

const triptych = await createTriptych({ data: ':memory:', port: 0 })
const { url } = await triptych.listen()
const servers = [openServer({ url }), openServer({ url })] as const
const [server, theirs] = servers
const { rows, tasks, links, files } = openData<{ films: Film }>(server)
const films = rows('films')
after(async () => {
  for (const one of servers) one.close()
  await triptych.close()
})

const names = ({ rows: found }: Found<Film>) => found.map(({ name }) => name)

describe('rows of a table', () => {
  it('are found by columns, sorted, counted, and page by page', async () => {
    const found = await films.find({
      where: { year: { gte: 2015 }, name: { contains: 'a' } },
      sort: ['-year', 'name'],
      limit: 2,
    })
    const rest = await films.find({
      where: { year: { gte: 2015 }, name: { contains: 'a' } },
      sort: ['-year', 'name'],
      cursor: found.next ?? '',
    })
    const all: Stored<Film>[] = []
    for await (const film of films.each({ where: { year: [2010, 2011] }, limit: 1 })) all.push(film)

    assert.equal(found.rows.length, 2)
    assert.equal(found.total, 2 + rest.rows.length)
    assert.equal(rest.next, null)
    const years = [...found.rows, ...rest.rows].map(({ year }) => year ?? 0)
    assert.deepEqual(
      years,
      years.toSorted((one, other) => other - one),
    )
    assert.ok(years.every((year) => year >= 2015))
    assert.ok(all.length > 1 && all.every(({ year }) => year === 2010 || year === 2011))
    assert.deepEqual(names(await films.find({ where: { name: 'Heat, and dust' } })), [])
  })

  it('are added, read, changed and removed, each as a step that can be taken back', async () => {
    const added = await films.add({ name: 'Mine', year: null })
    const changed = await films.change(added.id, { votes: 7 })

    assert.deepEqual(changed, { id: added.id, name: 'Mine', year: null, votes: 7 })
    assert.deepEqual(await films.get(added.id), changed)
    assert.deepEqual(names(await films.find({ where: { year: null } })), ['Mine'])
    await films.remove(added.id)
    await assert.rejects(films.get(added.id), { status: 404, code: 'tables.row_not_found' })
    await undo(server)
    assert.deepEqual(await films.get(added.id), changed)
    await films.remove(added.id)
  })

  it('are refused with a typed code, and nothing changes', async () => {
    const before = await films.find()
    const error: unknown = await films.change(1, { year: 'soon' as never }).catch((one) => one)

    assert.ok(error instanceof ServerError)
    assert.equal(error.code, 'tables.wrong_type')
    assert.deepEqual(await films.find(), before)
  })

  it('are what their types say', async () => {
    const [film] = (await films.find({ limit: 1 })).rows
    const year: number | null | undefined = film?.year
    // @ts-expect-error: it is a text.
    const name: number | undefined = film?.name
    assert.deepEqual([typeof year, typeof name], ['number', 'string'])
    const wrong = () => [
      // @ts-expect-error: there is no such table.
      rows('filsm'),
      // @ts-expect-error: nor such a column,
      films.find({ where: { yaer: 2010 } }),
      // @ts-expect-error: by which nothing can be sorted,
      films.find({ sort: ['-yaer'] }),
      // @ts-expect-error: nor a value of this type.
      films.add({ name: 1 }),
    ]
    assert.equal(typeof wrong, 'function')
  })
})

it('tasks and links of the plan are read and written', async () => {
  const { id } = await tasks.add({ text: 'First', start: '2026-04-01T00:00:00', duration: 2 })
  const next = await tasks.add({ text: 'Then', start: '2026-04-03T00:00:00', duration: 1 })
  const link = await links.add({ source: id, target: next.id, type: 'e2s' })
  await tasks.change(next.id, { progress: 40 })
  await tasks.move(next.id, 'before', id)

  assert.equal((await tasks.get(next.id)).progress, 40)
  const order = (await tasks.list()).map((task) => task.id)
  assert.equal(order.indexOf(next.id), order.indexOf(id) - 1)
  assert.ok((await links.list()).some((one) => one.id === link.id))
  await links.remove(link.id)
  for (const one of [id, next.id]) await tasks.remove(one)
  await assert.rejects(tasks.get(id), { code: 'gantt.task_not_found' })
})

it('files are uploaded, listed, found, moved and removed', async () => {
  const folder = await files.createFolder('/', 'Data')
  const sent = await files.upload(folder.id, new Blob(['Dear diary']), 'a.txt')
  const other = await files.upload(folder.id, new Blob(['x']), 'a.txt')
  const renamed = await files.rename(other.id, 'b.txt')
  const [moved] = await files.move([renamed.id], '/')

  assert.deepEqual([sent.id, moved?.id], ['/Data/a.txt', '/b.txt'])
  assert.equal(await (await fetch(files.address(sent.id))).text(), 'Dear diary')
  assert.deepEqual(
    (await files.list('/Data')).map(({ value, size }) => [value, size]),
    [['a.txt', 10]],
  )
  assert.deepEqual(
    (await files.find({ text: 'b.txt' })).map(({ id }) => id),
    ['/b.txt'],
  )
  await files.remove(['/b.txt', '/Data'])
  await assert.rejects(files.list('/Data'), { code: 'files.not_found' })
})

describe('what is live', () => {
  it('is read anew when somebody changes it, also by this page, until it is ended', async (t) => {
    const told: LiveState<Found<Film>>[] = []
    const end = films.live({ where: { id: 5 } }).subscribe((state) => told.push(state))
    assert.deepEqual(told.slice(), [{ data: undefined, error: null }])
    const votes = () => told.at(-1)?.data?.rows[0]?.votes
    await t.waitFor(() => assert.ok(votes()), patient)

    await openData<{ films: Film }>(theirs).rows('films').change(5, { votes: 11 })
    await t.waitFor(() => assert.equal(votes(), 11), patient)
    await films.change(5, { votes: 12 })
    await t.waitFor(() => assert.equal(votes(), 12), patient)

    end()
    const count = told.length
    const other = films.live({ where: { id: 5 } })
    await films.change(5, { votes: 13 })
    await new Promise<void>((resolve) => {
      const endOther = other.subscribe(({ data }) => {
        if (data?.rows[0]?.votes !== 13) return
        resolve()
        setTimeout(() => endOther())
      })
    })
    assert.equal(told.length, count)
  })

  it('tells why it cannot be read', async (t) => {
    const told: (string | undefined)[] = []
    const nothing = openData(server).rows('nothing').live()
    const end = nothing.subscribe(({ error }) => told.push(error?.code))
    await t.waitFor(() => assert.deepEqual(told, [undefined, 'tables.not_found']), patient)
    end()
  })

  it('is also the plan, and a folder', async (t) => {
    const texts: string[][] = []
    const paths: string[][] = []
    const ends = [
      tasks.live().subscribe(({ data }) => texts.push(data?.map(({ text }) => text) ?? [])),
      files.live('/').subscribe(({ data }) => paths.push(data?.map(({ id }) => id) ?? [])),
    ]
    await t.waitFor(() => assert.ok(texts.length > 1 && paths.length > 1), patient)
    const { id } = await tasks.add({ text: 'Seen', start: '2026-04-01T00:00:00', duration: 1 })
    await files.createFolder('/', 'Seen')

    await t.waitFor(() => {
      assert.ok(texts.at(-1)?.includes('Seen'))
      assert.ok(paths.at(-1)?.includes('/Seen'))
    }, patient)
    for (const end of ends) end()
    await tasks.remove(id)
  })
})
