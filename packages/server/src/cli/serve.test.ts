import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { inTime, isOneLine, newFolder, run, serving } from '../../test/fixtures/run-program.ts'
import type { AddressInfo, Socket } from 'node:net'

const sockets = new Set<Socket>()
after(() => {
  for (const socket of sockets) socket.destroy()
})

async function post(url: string, path: string, body: unknown): Promise<void> {
  const { status } = await fetch(new URL(path, url), { method: 'POST', body: JSON.stringify(body) })
  assert.ok(status < 300, `${path} was answered with ${status}`)
}

async function addNotes(url: string): Promise<void> {
  await post(url, 'tables', { name: 'notes', columns: [{ name: 'text', type: 'text' }] })
}

/** A request of which the server has the head and half of the body, so that it must wait for the rest. */
async function halfRequest(url: string): Promise<{ finish: () => Promise<string> }> {
  await addNotes(url)
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ row: { text: 'slow' } })
  const socket = connect(Number(port), hostname)
  sockets.add(socket)
  const answer: string[] = []
  socket.setEncoding('utf8').on('data', (chunk: string) => answer.push(chunk))
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = ['POST /notes HTTP/1.1', 'Host: localhost', `Content-Length: ${body.length}`]
  socket.write([...head, 'Expect: 100-continue', '', ''].join('\r\n'))
  await once(socket, 'data')
  assert.match(answer.splice(0).join(''), /^HTTP\/1\.1 100 /)
  socket.write(body.slice(0, 10))

  async function finish(): Promise<string> {
    const closed = once(socket, 'close')
    socket.write(body.slice(10))
    await closed
    return answer.join('')
  }
  return { finish }
}

async function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
  } finally {
    socket.destroy()
  }
}

async function untilRefusing(url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isRefused(url))) assert.ok(Date.now() < deadline, 'still accepts connections')
}

describe('serve', () => {
  it('prints its address and where its data is when it is ready to answer, and nothing else', async () => {
    const { child, url, ended, out, cwd } = await serving()

    const answer = await fetch(new URL('health', url))

    assert.equal(answer.status, 200)
    child.kill()
    await ended
    assert.equal(out(), `Triptych is ready at ${url}\nIts data is in ${join(cwd, 'data')}\n`)
  })

  it('says where its files are when they are elsewhere, and that what is in memory passes', async () => {
    const files = newFolder()
    for (const [flags, told] of [
      [['--data', ':memory:'], /^Its data is in memory, and gone when it stops$/m],
      [
        ['--data', ':memory:', '--files', files],
        new RegExp(`^Its data is in memory, its files in ${files}$`, 'm'),
      ],
    ] as const) {
      const { child, ended, out } = await serving([...flags, '--no-page', '--empty'])
      child.kill()
      await ended
      assert.match(out(), told)
    }
  })

  it('puts the base path into its address and answers there', async () => {
    const { child, url, ended } = await serving(['--base', '/app'])

    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/app\/$/)
    assert.equal((await fetch(new URL('health', url))).status, 200)
    child.kill()
    await ended
  })

  it('takes the data folder from the current folder, and its content back on the next start', async () => {
    const first = await serving(['--data', 'mine'])
    await addNotes(first.url)
    await post(first.url, 'notes', { text: 'kept' })
    first.child.kill()
    await first.ended
    assert.ok(existsSync(join(first.cwd, 'mine')))

    const second = await serving(['--data', 'mine'], { cwd: first.cwd })
    const rows = await fetch(new URL('notes', second.url))

    assert.deepEqual(await rows.json(), [{ id: 1, text: 'kept' }])
    second.child.kill()
    await second.ended
  })

  it('reads its variables and its config file', async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'triptych.config.json'), JSON.stringify({ base: '/from-file' }))

    const { child, url, ended, err } = await serving([], {
      cwd,
      env: { TRIPTYCH_LOG_LEVEL: 'silent' },
    })

    assert.match(url, /\/from-file\/$/)
    child.kill()
    await ended
    assert.equal(err(), '')
  })

  it('logs to stderr, one JSON line a request', async () => {
    const { child, url, ended, err } = await serving()

    await fetch(new URL('health', url))
    await fetch(new URL('no-such-table', url))
    child.kill()
    await ended

    const lines = err()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const requests = lines.filter(({ msg }) => msg === 'request')
    assert.deepEqual(
      requests.map(({ method, path, status }) => [method, path, status]),
      [
        ['GET', '/health', 200],
        ['GET', '/no-such-table', 404],
      ],
    )
    assert.ok(requests.every(({ requestId }) => typeof requestId === 'string' && requestId !== ''))
    assert.equal(lines.at(-1)?.['msg'], 'stopping')
  })

  it('goes on when nobody reads its log any more', async () => {
    const { child, url, ended } = await serving()
    child.stdout!.destroy()
    child.stderr!.destroy()

    for (let i = 0; i < 5; i++) assert.equal((await fetch(new URL('health', url))).status, 200)

    child.kill()
    assert.equal(await ended, 0)
  })
})

describe('a signal to stop', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`${signal} ends an idle server with exit code 0`, async () => {
      const { child, url, ended } = await serving()
      await fetch(new URL('health', url))

      child.kill(signal)

      assert.equal(await ended, 0)
    })
  }

  it('ends the server although a client listens to its events', async () => {
    const { child, url, ended } = await serving()
    const stream = await fetch(new URL('events', url))
    assert.equal(stream.status, 200)

    child.kill()

    assert.equal(await ended, 0)
    await stream.body?.cancel().catch(() => {})
  })

  it('lets a request that is under way finish, and takes no new ones', async () => {
    const { child, url, ended, cwd } = await serving()
    const slow = await halfRequest(url)

    child.kill('SIGTERM')
    await untilRefusing(url)
    const finished = performance.now()
    const answer = await slow.finish()

    assert.match(answer, /^HTTP\/1\.1 2\d\d [^]*"text":"slow"/)
    assert.equal(await ended, 0)
    // After half a minute it would be cut off; a server that stops has no use for an idle connection.
    assert.ok(performance.now() - finished < 25_000, 'waited for an idle connection')
    const again = await serving([], { cwd })
    assert.match(await (await fetch(new URL('notes', again.url))).text(), /"text":"slow"/)
    again.child.kill()
    await again.ended
  })

  it('that comes a second time ends the server at once with exit code 1', async () => {
    const { child, url, ended } = await serving()
    await halfRequest(url)

    child.kill('SIGTERM')
    await untilRefusing(url)
    assert.equal(child.exitCode, null)
    child.kill('SIGTERM')

    assert.equal(await ended, 1)
  })

  it('counts once when npm passes on the key press that came from the terminal too', async () => {
    await inTime(300, async (begin) => {
      const { child, url, ended } = await serving([], { env: { npm_lifecycle_event: 'start' } })
      const slow = await halfRequest(url)

      begin()
      child.kill('SIGINT')
      await pause(20)
      child.kill('SIGINT')

      assert.match(await slow.finish(), /^HTTP\/1\.1 2\d\d /)
      assert.equal(await ended, 0)
    })
  })

  it('ends the server at once under npm too when it comes again later', async () => {
    const { child, url, ended } = await serving([], { env: { npm_lifecycle_event: 'start' } })
    await halfRequest(url)

    child.kill('SIGINT')
    await untilRefusing(url)
    await pause(500)
    child.kill('SIGINT')

    assert.equal(await ended, 1)
  })
})

describe('a server that cannot start', () => {
  it('says a wrong setting in one line with exit code 2', async () => {
    const wrong: [string[], Record<string, string>, RegExp][] = [
      [['--port', 'x'], {}, /^--port is 'x', but must be a whole number from 0 to 65535$/],
      [['--prot=1'], {}, /^--prot \(value '1'\) is unknown; did you mean --port\?$/],
      [
        [],
        { TRIPTYCH_PROT: '1' },
        /^TRIPTYCH_PROT \(value '1'\) is unknown; did you mean TRIPTYCH_PORT\?$/,
      ],
      [
        ['--host', '0.0.0.0'],
        {},
        /^host '0\.0\.0\.0' lets everybody in .*: add --auth accounts, or listen on 127\.0\.0\.1$/,
      ],
    ]
    for (const [argv, env, line] of wrong) {
      const { ended, out, err, cwd } = run(['serve', ...argv], { env })

      assert.equal(await ended, 2)
      assert.ok(isOneLine(err()), err())
      assert.match(err().trim(), line)
      assert.equal(out(), '')
      assert.ok(!existsSync(join(cwd, 'data')))
    }
  })

  it('says in one line with exit code 1 that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1').unref()
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)

    // What it says of itself before that is another matter.
    const { ended, out, err } = run(['serve', '--port', port, '--log-level', 'warn'])

    assert.equal(await ended, 1)
    assert.ok(isOneLine(err()), err())
    assert.match(
      err(),
      new RegExp(`port ${port} on 127\\.0\\.0\\.1 is in use; choose another with --port`),
    )
    assert.equal(out(), '')
  })

  it('says in one line with exit code 1 that its data folder cannot be used', async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'data'), 'a file, not a folder')

    const { ended, out, err } = run(['serve', '--port', '0'], { cwd })

    assert.equal(await ended, 1)
    assert.ok(isOneLine(err()), err())
    assert.match(err(), /^Triptych cannot start: /)
    assert.equal(out(), '')
  })

  it('shows where it failed at log level debug', async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'data'), 'a file, not a folder')

    const { ended, err } = run(['serve', '--port', '0', '--log-level', 'debug'], { cwd })

    assert.equal(await ended, 1)
    assert.match(err(), /"msg":"failure","requestId":null,"where":"start",.*"stack":/)
  })
})

describe('a server with accounts', () => {
  it('prints a link for its first owner at each start, until there is one', async () => {
    const data = join(newFolder(), 'data')
    const flags = ['--data', data, '--auth', 'accounts', '--no-page', '--log-level', 'info']
    async function started() {
      const server = await serving(flags)
      const link = /^Its first owner comes in by (\S+)#link=([\w-]{43})\n$/m
      const found = await until(() => link.exec(server.out()))
      return { ...server, page: found[1], secret: found[2]! }
    }
    const first = await started()
    assert.equal(first.page, first.url)
    first.child.kill('SIGTERM')
    await first.ended

    const second = await started()
    const use = (secret: string) =>
      fetch(new URL('auth/links/use', second.url), {
        method: 'POST',
        body: JSON.stringify({ secret, name: 'Ada', password: 'a long password' }),
      })
    assert.equal((await use(first.secret)).status, 404)
    assert.equal((await use(second.secret)).status, 200)
    second.child.kill('SIGTERM')
    await second.ended
    assert.ok(!second.err().includes(second.secret))

    const third = await serving(flags)
    third.child.kill('SIGTERM')
    await third.ended
    assert.doesNotMatch(third.out(), /first owner/)
  })
})

async function until<T>(found: () => T | null): Promise<T> {
  for (;;) {
    const value = found()
    if (value !== null) return value
    await pause(20)
  }
}
