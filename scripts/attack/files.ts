import assert from 'node:assert/strict'
import { request } from 'node:http'
import { ask, done, many } from './attack.ts'
import type { Attack } from './attack.ts'

/** `size` is 1 for what stopped or fooled the server once, and less for something like it. */
export function attacksOnFiles(size: number): Attack[] {
  const count = (full: number) => Math.max(2, Math.round(full * size))
  return [
    {
      name: 'files: a script of the drive in a foreign page',
      sends: 'GET /direct&download, /preview and /events as a foreign <script>, <img> and worker',
      run: ({ base }) => foreignPage(base),
    },
    {
      name: 'files: folders without end in one name',
      sends: '4 uploads of 2 KB with 999 folders in their names, and folders moved into each other',
      run: ({ base }) => deepNames(base),
    },
    {
      name: 'files: uploads of deep names that nobody waits for',
      sends: `${count(50)} uploads with 99 folders each, left at once`,
      run: ({ base }) => leftUploads(base, count(50)),
    },
    {
      name: 'files: an archive of deep folders',
      sends: '10 × GET /direct of 99 folders in each other, twice',
      run: ({ base }) => deepArchives(base),
    },
    {
      name: 'files: the same name again and again',
      sends: `${count(10_000)} × POST /files of one name`,
      run: ({ base }) => sameName(base, count(10_000)),
    },
    {
      name: 'files: a slow picture in many sizes',
      sends: `${count(50)} sizes of one SVG of ${count(20_000)} blurred circles`,
      run: ({ base }) => slowPicture(base, count(50), count(20_000)),
    },
  ]
}

async function upload(base: string, name: string, bytes: string): Promise<number> {
  const form = new FormData()
  form.append('name', name)
  form.append('file', new Blob([bytes]), 'file')
  const answer = await fetch(new URL('upload?id=/', base), { method: 'POST', body: form })
  await answer.arrayBuffer()
  assert.ok(answer.status < 500, `upload: ${answer.status}`)
  return answer.status
}

/** `fetch` does not send what only a browser may say. */
function asBrowser(base: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, base), { headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function foreignPage(base: string): Promise<void> {
  assert.equal(await upload(base, 'config.js', 'globalThis.secret = 1'), 200)
  const paths = [
    'direct?id=/config.js&download',
    'direct?id=/none',
    'preview?id=/config.js',
    'files',
  ]
  for (const path of [...paths, 'preview?id=/none', 'events?name=Admin', 'tasks', 'w/none/files']) {
    for (const dest of ['script', 'style', 'image', 'iframe', 'object', 'empty']) {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest }
      assert.equal(await asBrowser(base, path, headers), 403, `${dest} ${path}`)
    }
    for (const dest of ['script', 'worker', 'serviceworker', 'style']) {
      const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest }
      assert.equal(await asBrowser(base, path, headers), 403, `${dest} ${path}`)
    }
  }
}

const deep = (first: string, levels: number) => `${first}/${'q/'.repeat(levels - 1)}x`

async function deepNames(base: string): Promise<void> {
  const refused = await Promise.all(many(4, (n) => upload(base, deep(`r${n}`, 999), 'x')))
  assert.deepEqual(refused, [422, 422, 422, 422])
  assert.equal(await upload(base, deep('a', 99), 'x'), 200)
  assert.equal(await upload(base, deep('b', 99), 'x'), 200)
  const target = `/a${'/q'.repeat(90)}`
  for (const operation of ['move', 'copy']) {
    const { status } = await ask(base, 'PUT', 'files', { operation, ids: ['/b'], target })
    assert.equal(status, 422)
  }
  await done(base, 'DELETE', 'files', { ids: ['/a', '/b'] })
}

async function leftUploads(base: string, uploads: number): Promise<void> {
  await Promise.all(many(uploads, (n) => leave(base, `left${n}/${'q/'.repeat(98)}x`)))
}

/** Sends everything, and is gone when the server has begun with it. */
function leave(base: string, name: string): Promise<void> {
  const boundary = 'the-boundary'
  const part = (head: string, text: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`
  const form = part('name="name"', name) + part('name="file"; filename="x"', 'x')
  return new Promise((resolve) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const sent = request(new URL('upload', base), { method: 'POST', headers })
    sent.on('error', () => {})
    sent.on('close', resolve)
    sent.end(`${form}--${boundary}--\r\n`, () => setTimeout(() => sent.destroy(), 20))
  })
}

async function deepArchives(base: string): Promise<void> {
  assert.equal(await upload(base, `z/${'folder-of-a-long-name/'.repeat(98)}x`, 'x'), 200)
  for (let round = 0; round < 2; round++) {
    await Promise.all(
      many(10, async () => {
        const answer = await fetch(new URL('direct?id=/z', base))
        await answer.arrayBuffer()
        assert.equal(answer.status, 200)
      }),
    )
  }
}

async function sameName(base: string, times: number): Promise<void> {
  const names = new Set<string>()
  for (let made = 0; made < times; made += 10) {
    const answers = await Promise.all(
      many(Math.min(10, times - made), () =>
        done<{ result: { name: string } }>(base, 'POST', 'files/%2F', { name: 'same.txt' }),
      ),
    )
    for (const { result } of answers) names.add(result.name)
  }
  assert.equal(names.size, times)
}

async function slowPicture(base: string, sizes: number, circles: number): Promise<void> {
  const shapes = '<circle cx="500" cy="500" r="400" filter="url(#b)"/>'.repeat(circles)
  const blur = '<filter id="b"><feGaussianBlur stdDeviation="90"/></filter>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000">${blur}${shapes}</svg>`
  assert.equal(await upload(base, 'slow.svg', svg), 200)
  const small = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  assert.equal(await upload(base, 'good.svg', small), 200)
  const shown = async (path: string): Promise<void> => {
    const answer = await fetch(new URL(path, base))
    await answer.arrayBuffer()
    assert.equal(answer.status, 200)
  }
  await Promise.all([
    ...many(sizes, (n) => shown(`preview?id=/slow.svg&width=${100 + n}&height=100`)),
    shown('preview?id=/good.svg'),
  ])
}
