import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { lacking } from '../../../../scripts/tools.ts'
import { createTriptych } from '../../src/index.ts'
import type { Triptych } from '../../src/index.ts'
import { password, secretOf } from '../fixtures/accounts-api.ts'
import { newCertificate } from '../fixtures/certificate.ts'
import { patient } from '../fixtures/patient.ts'
import { blocksIn, freePort } from './guide-blocks.ts'

/** The proxies of docs/how-to/reverse-proxy.md and deploy/, with the lines that stand there, as a browser meets them. */

const root = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const host = 'triptych.example.com'
const blocks = blocksIn(read('docs/how-to/reverse-proxy.md'))
const block = (language: string) => blocks.find((one) => one.language === language)?.text ?? ''
const toTry = blocks.find(({ firstLine }) => firstLine.startsWith('curl -sN https://'))?.text ?? ''
const mostBytes = 4_000_000

/** What a site says, on ports and with a certificate that there are here. */
interface Here {
  port: number
  server: number
  cert: string
  key: string
  scratch: string
}

interface Proxy {
  name: string
  program: string
  /** The arguments with which it runs, once its files are written. */
  start: (here: Here) => string[]
}

const proxies: Proxy[] = [
  { name: 'nginx', program: 'nginx', start: nginxWith(block('nginx')) },
  { name: 'deploy/nginx.conf', program: 'nginx', start: nginxWith(read('deploy/nginx.conf')) },
  { name: 'Caddy', program: 'caddy', start: caddyWith(block('caddyfile')) },
]

for (const proxy of proxies) {
  describe(`behind ${proxy.name}`, { skip: lacking(proxy.program, 'curl') }, () => {
    const scratch = mkdtempSync(join(tmpdir(), 'proxy-'))
    const browser = browserOf()
    let triptych: Triptych
    let child: ChildProcess | null = null
    let port = 0

    before(async () => {
      triptych = await createTriptych({
        data: ':memory:',
        port: 0,
        auth: 'accounts',
        url: `https://${host}`,
        trustProxy: ['127.0.0.1'],
        limits: { upload: mostBytes },
      })
      const server = (await triptych.listen()).port
      port = await freePort()
      const [cert, key] = [join(scratch, 'cert.pem'), join(scratch, 'key.pem')]
      const made = newCertificate(host, [host])
      writeFileSync(cert, made.cert)
      writeFileSync(key, made.key)
      const args = proxy.start({ port, server, cert, key, scratch })
      child = spawn(proxy.program, args, {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch },
      })
      let said = ''
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
      while (!(await browser.open(port))) {
        assert.equal(child.exitCode, null, said)
        await pause(50)
      }
    })
    after(async () => {
      browser.close()
      child?.kill('SIGTERM')
      if (child?.exitCode === null) await once(child, 'exit')
      await triptych.close()
      rmSync(scratch, { recursive: true, force: true })
    })

    it('somebody comes in over HTTP/2, with a cookie for https and an address of their own', async () => {
      const secret = secretOf((await triptych.firstOwnerLink())!)
      const used = await browser.ask('POST', '/auth/links/use', { secret, name: 'Olga', password })

      assert.equal(used.status, 200, used.text)
      assert.match(browser.cookie, /^__Host-triptych=/)
      assert.equal((await browser.ask('PUT', '/films/1', { year: 1995 })).status, 200)
      const audit = await browser.ask('GET', '/changes/audit')
      const entries = JSON.parse(audit.text) as { address: string }[]
      assert.equal(entries.at(-1)?.address, browser.address, audit.text)
    })

    it('an event comes when it happens', async (t) => {
      const stream = browser.begin('GET', '/events')
      let heard = ''
      stream.setEncoding('utf8').on('data', (text: string) => (heard += text))
      await t.waitFor(() => assert.match(heard, /^retry: 1000/), patient)

      await browser.ask('PUT', '/films/1', { name: 'Told at once' })
      await t.waitFor(() => assert.match(heard, /Told at once/), patient)
      stream.close()
    })

    it('an upload of more than a megabyte comes whole, and back', async () => {
      const bytes = randomBytes(3_000_000)
      const body = new FormData()
      body.append('file', new File([bytes], 'large.bin'))
      const sent = new Response(body)
      const type = sent.headers.get('content-type') ?? ''
      const stream = browser.begin('POST', '/upload?id=/', { 'content-type': type })
      stream.end(Buffer.from(await sent.arrayBuffer()))

      assert.equal((await answerOf(stream)).status, 200)
      const got = await answerOf(browser.begin('GET', '/direct?id=/large.bin'))
      assert.ok(got.bytes.equals(bytes))
    })

    it('an upload is not collected first', async () => {
      const type = 'multipart/form-data; boundary=x'
      const stream = browser.begin('POST', '/upload?id=/', { 'content-type': type })
      const file = 'content-disposition: form-data; name="file"; filename="a"'
      stream.write(`--x\r\n${file}\r\n\r\n`)
      stream.write(Buffer.alloc(mostBytes + 1))

      // It was never ended: who collects waits for more.
      const { status, headers } = await answerOf(stream)
      assert.equal(status, 413)
      assert.ok(headers['x-request-id'], 'the server itself says so')
      stream.close()
    })

    it('what the page says to try is as it says', async () => {
      const [, health = '', page = ''] = toTry.trimEnd().split('\n')
      const here = `--cacert ${join(scratch, 'cert.pem')} --connect-to ${host}:443:127.0.0.1:${port}`
      const run = async (line: string) =>
        (await promisify(execFile)('sh', ['-c', line.replace('curl ', `curl ${here} `)])).stdout

      assert.match(health, /^curl.*# \{"live":true,"ready":true,…\}$/)
      assert.match(await run(health), /^\{"live":true,"ready":true,/)
      assert.match(page, /^curl.*# HTTP\/2 200$/)
      assert.match(await run(page), /^HTTP\/2 200/)
    })
  })
}

/** One connection of HTTP/2, and what it was told to keep. */
function browserOf() {
  // Not the one from which the proxy asks.
  const address = '127.0.0.3'
  let session: ClientHttp2Session | null = null
  let cookie = ''

  function begin(method: string, path: string, more: Record<string, string> = {}) {
    const asked = {
      ':method': method,
      ':path': path,
      ':authority': host,
      origin: `https://${host}`,
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...more,
    }
    const stream = session!.request(asked, { endStream: method === 'GET' })
    // That a stream which nobody needs any more was given up is no fault.
    stream.on('error', () => {})
    return stream
  }

  return {
    address,
    get cookie() {
      return cookie
    },
    begin,
    async ask(method: string, path: string, body?: object) {
      const stream = begin(method, path, { 'content-type': 'application/json' })
      if (body) stream.end(JSON.stringify(body))
      const { status, headers, bytes } = await answerOf(stream)
      const [set] = headers['set-cookie'] ?? []
      if (set) cookie = set.split(';')[0] ?? ''
      return { status, text: bytes.toString() }
    },
    /** Whether somebody is there who speaks it. */
    async open(port: number): Promise<boolean> {
      const there = { host: '127.0.0.1', port, localAddress: address, servername: host }
      const socket = connectTls({ ...there, ALPNProtocols: ['h2'], rejectUnauthorized: false })
      try {
        await once(socket, 'secureConnect')
      } catch {
        return false
      }
      assert.equal(socket.alpnProtocol, 'h2')
      session = connect(`https://${host}`, { createConnection: () => socket })
      return true
    },
    close: () => session?.destroy(),
  }
}

async function answerOf(stream: ClientHttp2Stream) {
  const [headers] = (await once(stream, 'response')) as [
    { ':status': number; 'set-cookie'?: string[]; 'x-request-id'?: string },
  ]
  const status = headers[':status']
  // The rest may go on as long as what is sent does.
  const bytes = status < 300 ? Buffer.concat(await stream.toArray()) : Buffer.alloc(0)
  return { status, headers, bytes }
}

function nginxWith(text: string) {
  return ({ port, server, cert, key, scratch }: Here): string[] => {
    const site = text
      .replace(
        /listen 443 ssl( http2)?;(\s+http2 on;)?/,
        knowsHttp2(nginxVersion())
          ? `listen 127.0.0.1:${port} ssl; http2 on;`
          : // As the page says for those before.
            `listen 127.0.0.1:${port} ssl http2;`,
      )
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
      .replaceAll(/127\.0\.0\.1:320\d\b/g, `127.0.0.1:${server}`)
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (what) => `${what}_temp_path ${scratch}/${what};`,
    )
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    const config = join(scratch, 'nginx.conf')
    writeFileSync(
      config,
      `daemon off; pid ${scratch}/pid; error_log stderr; ${user}
      events {}
      http { access_log off; ${paths.join(' ')}
      ${site}
      }`,
    )
    return ['-c', config, '-e', 'stderr']
  }
}

function nginxVersion(): number[] {
  const said = execFileSync('sh', ['-c', 'nginx -v 2>&1'], { encoding: 'utf8' })
  return /(\d+)\.(\d+)\.(\d+)/.exec(said)!.slice(1).map(Number)
}

/** By a line of its own: since 1.25.1. */
function knowsHttp2([, minor = 0, patch = 0]: number[]): boolean {
  return minor > 25 || (minor === 25 && patch >= 1)
}

function caddyWith(text: string) {
  return ({ port, server, cert, key, scratch }: Here): string[] => {
    const site = text
      .replace(`${host} {`, `${host}:${port} {\n  bind 127.0.0.1\n  tls ${cert} ${key}`)
      .replaceAll('127.0.0.1:3200', `127.0.0.1:${server}`)
    const config = join(scratch, 'Caddyfile')
    writeFileSync(config, `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`)
    return ['run', '--config', config, '--adapter', 'caddyfile']
  }
}
