import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { utimesSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import type { FilesClient, Item } from './files-client.ts'
import type { Seen } from './files-dates.ts'
import { assertShowsDrive, pathsOf } from './files-drive.ts'
import { diskFilesServer, filesServer } from './files-server.ts'

const seed = {
  '/docs/Plan A.txt': 'plan',
  '/docs/old/plan b.txt': 'older',
  '/docs/old/planning/': '',
  '/docs/old/planning/other.txt': 'x',
  '/a+b&c%20.txt': '!',
  '/notes.txt': 'notes',
}

describe('the root', () => {
  it('is the same when it is refreshed as when it was loaded', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()

    assert.deepEqual(await page.provider.loadFiles('/'), page.loaded)
    assert.deepEqual(await page.provider.loadFiles(''), page.loaded)
    await page.openAll()
    await page.refresh('/')

    await assertShowsDrive(page, server)
  })

  it('has folders that are to be asked for, and says how much is in them', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()

    const docs = page.loaded.find(({ id }) => id === '/docs')
    assert.deepEqual([docs?.type, docs?.lazy, docs?.count], ['folder', true, 2])
    assert.ok(!('size' in docs!))
    assert.equal((await page.provider.loadInfo('/docs'))?.['Size'], 10)
  })
})

/** As the documentation has it: the page asks the server instead of filtering what it has. */
async function search(page: FilesClient, text: string): Promise<Item[]> {
  const path = page.store.getState().panels[0]?.path ?? '/'
  const folder = path === '/' ? '' : `/${encodeURIComponent(path)}`
  const answer = await fetch(`${page.url}/files${folder}?text=${text}`)
  assert.equal(answer.status, 200)
  const data = (await answer.json()) as Item[]
  await page.act('set-mode', { mode: text ? 'search' : 'cards' })
  await page.act('provide-data', { id: path, data })
  return page.store.getState().panels[0]?._files ?? []
}

const idsOf = (items: Item[]) => items.map(({ id }) => id).toSorted()

describe('a search', () => {
  it('shows what was found however deep as if it were in the folder', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()

    const found = await search(page, 'PLAN')

    assert.deepEqual(idsOf(found), [
      '/docs/Plan A.txt',
      '/docs/old/plan b.txt',
      '/docs/old/planning',
    ])
    assert.ok(found.every(({ parent }) => parent === '/'))
    assert.deepEqual(found.map(({ name }) => name).toSorted(), [
      'Plan A.txt',
      'plan b.txt',
      'planning',
    ])
  })

  it('is that of the folder which is open, and its end shows the folder again', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.open('/docs')
    await page.open('/docs/old')

    assert.deepEqual(idsOf(await search(page, 'plan')), [
      '/docs/old/plan b.txt',
      '/docs/old/planning',
    ])
    assert.deepEqual(idsOf(await search(page, 'nowhere')), [])
    assert.deepEqual(idsOf(await search(page, '')), ['/docs/old/plan b.txt', '/docs/old/planning'])

    await assertShowsDrive(page, server)
  })

  it('takes a text as the page sends it, with a plus, a percent sign and spaces', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()

    assert.deepEqual(idsOf(await search(page, 'a+b')), ['/a+b&c%20.txt'])
    assert.deepEqual(idsOf(await search(page, '%')), ['/a+b&c%20.txt'])
    assert.deepEqual(idsOf(await search(page, '%zz')), [])
    assert.deepEqual(idsOf(await search(page, 'n a')), ['/docs/Plan A.txt'])
    assert.deepEqual(idsOf(await search(page, '[object Object]')), [])
  })

  it('finds what was made, renamed, moved and copied, and not what was deleted', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()

    await page.create('/docs', 'needle.txt')
    await page.copy(['/docs/needle.txt'], '/docs/old')
    await page.rename('/docs/needle.txt', 'thread.txt')
    await page.move(['/docs/old/planning'], '/')
    await page.rename('/notes.txt', 'Needle')
    await page.remove(['/docs/old/plan b.txt'])

    const other = await server.open()
    assert.deepEqual(idsOf(await search(other, 'needle')), ['/Needle', '/docs/old/needle.txt'])
    assert.deepEqual(idsOf(await search(other, 'plan')), ['/docs/Plan A.txt', '/planning'])
  })
})

describe('the info', () => {
  it('of the drive has its totals', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()

    const { bytes, files, folders } = (await page.provider.loadInfo(''))!

    assert.deepEqual({ bytes, files, folders }, (await server.drive()).totals)
  })

  it('of a drive on a disk shows the meter', async (t) => {
    const server = await diskFilesServer(t, seed)
    const page = await server.open()

    const { used, total, free, stats } = (await page.provider.loadInfo(''))!

    assert.ok(Number(used) > 0 && Number(total) >= Number(used) && Number(free) > 0)
    assert.deepEqual(stats, { used, total, free })
  })

  it('of a folder has its size and count as numbers', async (t) => {
    const server = await filesServer(t, { ...seed, '/empty/': '' })
    const page = await server.open()
    await page.openAll()

    const { Size, Count } = (await page.provider.loadInfo('/docs'))!
    assert.deepEqual([Size, typeof Count], [10, 'number'])
    const empty = (await page.provider.loadInfo('/empty'))!
    assert.deepEqual([empty['Size'], empty['Count']], [0, 0])
  })

  it('of a picture is flat, and so is that of any other file', async (t) => {
    const server = await filesServer(t, { ...seed, '/p.png': tinyPng(2, 3), '/broken.jpg': 'no' })
    const page = await server.open()

    const picture = (await page.provider.loadInfo('/p.png'))!
    for (const id of ['/p.png', '/broken.jpg', '/notes.txt']) {
      const info = (await page.provider.loadInfo(id))!
      const kinds = Object.values(info).map((value) => typeof value)
      assert.ok(
        kinds.every((kind) => ['string', 'number', 'boolean'].includes(kind)),
        id,
      )
    }
    assert.match(JSON.stringify(picture), /2.{1,5}3|"Width":2.*"Height":3/)
  })
})

const program = fileURLToPath(new URL('files-dates.ts', import.meta.url))

describe('the dates of files', () => {
  const instants = {
    '/before.txt': '1969-12-31T23:59:59.500Z',
    '/leap.txt': '2024-02-29T12:00:00.123Z',
    // Half past one comes twice in New York, half past two in Auckland.
    '/first.txt': '2026-11-01T05:30:00.000Z',
    '/second.txt': '2026-11-01T06:30:00.000Z',
    '/autumn.txt': '2026-04-04T13:30:00.000Z',
    '/later.txt': '2026-04-04T14:30:00.000Z',
  }
  const clocks = {
    'America/New_York': ['18:59', '7:0', '1:30', '1:30', '9:30', '10:30'],
    UTC: ['23:59', '12:0', '5:30', '6:30', '13:30', '14:30'],
    'Pacific/Auckland': ['11:59', '1:0', '18:30', '19:30', '2:30', '2:30'],
  }

  it('are the same instants in every time zone, and shown by the clock there', async (t) => {
    const server = await diskFilesServer(t)
    for (const [id, text] of Object.entries(instants)) {
      writeFileSync(server.root + id, '')
      utimesSync(server.root + id, new Date(), new Date(text))
    }

    const visits = Object.keys(clocks).map(async (zone) => {
      const env = { ...process.env, TZ: zone }
      const { stdout } = await promisify(execFile)(process.execPath, [program, server.url], { env })
      return JSON.parse(stdout) as Seen
    })

    for (const { zone, dates } of await Promise.all(visits)) {
      const seen = new Map(dates.map((one) => [one.id, one]))
      const expected = clocks[zone as keyof typeof clocks]
      for (const [index, [id, text]] of Object.entries(instants).entries()) {
        assert.equal(seen.get(id)?.instant, Date.parse(text), `${id} in ${zone}`)
        assert.equal(seen.get(id)?.clock, expected[index], `${id} in ${zone}`)
      }
    }
  })

  it('are kept by a rename and a move', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()
    const before = page.store.getFile('/notes.txt')?.date

    await page.rename('/notes.txt', 'kept.txt')
    await page.move(['/kept.txt'], '/docs')

    const fresh = await assertShowsDrive(page, server)
    assert.deepEqual(fresh.store.getFile('/docs/kept.txt')?.date, before)
    assert.ok(pathsOf(fresh).includes('/docs/kept.txt'))
  })
})

/** A picture of one colour, made by hand. */
function tinyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + width * 3), 200).map((byte, at) =>
    at % (1 + width * 3) === 0 ? 0 : byte,
  )
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
