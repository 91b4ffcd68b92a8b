import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { lacking } from '../../../../scripts/tools.ts'
import { settings } from '../../src/config/settings.ts'
import { createTriptych } from '../../src/index.ts'
import type { Triptych } from '../../src/index.ts'
import { password, secretOf } from '../fixtures/accounts-api.ts'
import { newCertificate } from '../fixtures/certificate.ts'
import { patient } from '../fixtures/patient.ts'
import { answerOf, browserOf } from '../fixtures/http2-browser.ts'
import { blocksIn, freePort } from './guide-blocks.ts'
import { caddyWith, haproxyWith, nginxWith } from './proxies.ts'
import type { Here } from './proxies.ts'

/** The proxies of docs/how-to/reverse-proxy.md and deploy/, with the lines that stand there, as a browser meets them. */

const root = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const host = 'triptych.example.com'
const blocks = blocksIn(read('docs/how-to/reverse-proxy.md'))
const block = (language: string) => blocks.find((one) => one.language === language)?.text ?? ''
const toTry = blocks.find(({ firstLine }) => firstLine.startsWith('curl -sN https://'))?.text ?? ''
const mostBytes = 4_000_000

interface Proxy {
  name: string
  program: string
  /** The arguments with which it runs, once its files are written. */
  start: (here: Here) => string[]
}

/** What events need of nginx. The server asks for it, too: so each is tried without the other. */
const unbuffered = /^ +proxy_buffering off;\n/m
const unasked = 'proxy_ignore_headers X-Accel-Buffering;'

const proxies: Proxy[] = [
  { name: 'nginx', program: 'nginx', start: nginxWith(block('nginx'), unasked) },
  {
    name: 'deploy/nginx.conf',
    program: 'nginx',
    start: nginxWith(read('deploy/nginx.conf'), unasked),
  },
  {
    name: 'nginx, which may collect answers,',
    program: 'nginx',
    start: nginxWith(block('nginx').replace(unbuffered, '')),
  },
  { name: 'Caddy', program: 'caddy', start: caddyWith(block('caddyfile'), host) },
  {
    name: 'deploy/haproxy.cfg',
    program: 'haproxy',
    start: haproxyWith(read('deploy/haproxy.cfg')),
  },
]

for (const proxy of proxies) {
  describe(`behind ${proxy.name}`, { skip: lacking(proxy.program, 'curl') }, () => {
    const scratch = mkdtempSync(join(tmpdir(), 'proxy-'))
    const browser = browserOf(host)
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

    it('an event comes when it happens, to a program that speaks HTTP/1.1', async (t) => {
      const program = new AbortController()
      t.after(() => program.abort())
      const asked = request({
        host: '127.0.0.1',
        port,
        path: '/events',
        servername: host,
        headers: { host, cookie: browser.cookie },
        rejectUnauthorized: false,
        signal: program.signal,
      })
      let heard = ''
      asked.on('error', () => {})
      asked.on('response', (answer) => {
        answer.setEncoding('utf8').on('data', (text: string) => (heard += text))
        answer.on('error', () => {})
      })
      asked.end()
      await t.waitFor(() => assert.match(heard, /^retry: 1000/), patient)

      await browser.ask('PUT', '/films/1', { name: 'Told to all' })
      await t.waitFor(() => assert.match(heard, /Told to all/), patient)
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

describe('the configuration of Traefik, which cannot be run here', () => {
  interface Traefik {
    http: {
      routers: Record<string, { rule: string; service: string }>
      services: Record<
        string,
        { loadBalancer: { servers: { url: string }[]; healthCheck: { path: string } } }
      >
    }
  }
  const { http } = parse(block('yaml')) as Traefik

  it('leads from the name to a server, which it asks for its health', async () => {
    const [router] = Object.values(http.routers)
    const { servers, healthCheck } = http.services[router!.service]!.loadBalancer
    const triptych = await createTriptych({ data: ':memory:', noPage: true })

    assert.equal(router!.rule, `Host(\`${host}\`)`)
    assert.deepEqual(servers, [{ url: `http://127.0.0.1:${settings.port.default}` }])
    const asked = new Request(new URL(healthCheck.path, servers[0]!.url))
    assert.equal((await triptych.fetch(asked)).status, 200)
    await triptych.close()
  })
})
