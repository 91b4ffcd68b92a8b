import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { lacking } from '../../../../scripts/tools.ts'
import { server } from '../fixtures/api.ts'

const scratch = mkdtempSync(join(tmpdir(), 'nginx-'))
let nginx: ChildProcess | null = null
after(async () => {
  nginx?.kill('SIGQUIT')
  if (nginx?.exitCode === null) await once(nginx, 'exit')
  rmSync(scratch, { recursive: true, force: true })
})
const folder = join(scratch, 'a folder')
const bytes = randomBytes(300_000)
const names = ['plain.pdf', 'grün & 100% ?#;.txt', 'a b/c+d.bin']

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

type Where = { socketPath: string } | { port: number; localAddress?: string }

/** As it is sent: `fetch` would unpack it, and follow. */
async function get(
  where: Where,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', path, headers, agent: false, ...where }).end()
  const [answer] = await once(asked, 'response')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: Buffer.concat(await answer.toArray()),
  }
}

const direct = (name: string): string => `/direct?id=${encodeURIComponent(`/${name}`)}`

describe('files behind nginx, which reads the disk itself', { skip: lacking('nginx') }, () => {
  let proxy: Where = { port: 0 }
  let own = { port: 0 }
  before(async () => {
    mkdirSync(join(folder, 'a b'), { recursive: true })
    for (const name of names) writeFileSync(join(folder, name), bytes)
    const triptych = await server({ files: folder, trustProxy: ['127.0.0.2'], accel: '/_disk' })
    own = { port: Number(new URL((await triptych.listen()).url).port) }
    proxy = await startNginx(own.port)
  })

  for (const name of names) {
    it(`comes with the same bytes and headers: ${name}`, async () => {
      const [through, straight] = [await get(proxy, direct(name)), await get(own, direct(name))]

      assert.deepEqual([through.status, straight.status], [200, 200])
      assert.ok(through.body.equals(bytes) && straight.body.equals(bytes))
      assert.deepEqual(told(through), told(straight))
    })
  }

  it('comes in parts, and not at all where one has it', async () => {
    const part = await get(proxy, direct('plain.pdf'), { range: 'bytes=7-11' })
    assert.deepEqual([part.status, part.headers['content-range']], [206, 'bytes 7-11/300000'])
    assert.ok(part.body.equals(bytes.subarray(7, 12)))

    const etag = part.headers.etag ?? ''
    const same = await get(proxy, direct('plain.pdf'), { 'if-none-match': etag })
    assert.equal(same.status, 304)
    const rest = await get(proxy, direct('plain.pdf'), { range: 'bytes=9-', 'if-range': etag })
    assert.deepEqual([rest.status, rest.body.length], [206, 299_991])
  })

  it('is reached by no address of the proxy', async () => {
    const { status, body } = await get(proxy, `/_disk${encodeURI(folder)}/plain.pdf`)
    assert.equal(status, 404)
    assert.ok(!body.equals(bytes))
  })

  it('tells nobody but the proxy where it lies', async () => {
    const { headers } = await get(own, direct('plain.pdf'))
    assert.equal(headers['x-accel-redirect'], undefined)
    const through = await get(proxy, direct('plain.pdf'))
    assert.equal(through.headers['x-accel-redirect'], undefined)
  })

  it('comes whole from the server where downloads of a share are counted', async () => {
    const at = `http://127.0.0.1:${own.port}`
    const body = JSON.stringify({ id: '/plain.pdf', access: 'read', downloads: 1 })
    const made = await fetch(`${at}/shares`, { method: 'POST', body })
    const { link } = (await made.json()) as { link: string }
    const path = `${new URL(link, at).pathname}/download`

    const { status, body: got } = await get(proxy, path, { range: 'bytes=0-4' })
    assert.deepEqual([status, got.length], [200, bytes.length])
  })

  it('is not read by the server', async () => {
    // As the proxy asks, which is on another address than this.
    const { headers, body } = await get({ ...own, localAddress: '127.0.0.2' }, direct('plain.pdf'))
    assert.equal(headers['x-accel-redirect'], `/_disk${encodeURI(folder)}/plain.pdf`)
    assert.equal(body.length, 0)
  })
})

const ofOneAnswer = ['date', 'server', 'connection', 'keep-alive', 'x-request-id']

function told({ headers }: Answer): IncomingHttpHeaders {
  assert.ok(headers['x-request-id'])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneAnswer.includes(name)))
}

/** With the file that we hand out, on the folder of this test. */
async function startNginx(port: number): Promise<Where> {
  const shipped = readFileSync(
    join(import.meta.dirname, '../../../../deploy/nginx-accel.conf'),
    'utf8',
  )
  const location = shipped.replaceAll(
    /(?<=[ =])(\/_disk)?\/srv\/files\//g,
    (_, prefix = '') => `"${prefix}${folder}/"`,
  )
  const accel = location.replaceAll(/from="([^"]*)"/g, '"from=$1"')
  const socketPath = join(scratch, 'socket')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${scratch}/${what};`,
  )
  const config = join(scratch, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; pid ${scratch}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      access_log off; ${paths.join(' ')}
      types { text/plain never; }
      server {
        listen unix:${socketPath};
        location / { proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_bind 127.0.0.2; }
        ${accel}
      }
    }`,
  )
  nginx = spawn('nginx', ['-c', config, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // The socket is there before anybody listens on it.
  while (nginx.exitCode === null && !(await isListening(socketPath))) await sleep(20)
  return { socketPath }
}

async function isListening(path: string): Promise<boolean> {
  const socket = connect(path)
  // A failure comes as an `error`, which `once` rejects with.
  const answer = await once(socket, 'connect').catch(() => null)
  socket.destroy()
  return answer !== null
}
