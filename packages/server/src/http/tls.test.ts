import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request as ask } from 'node:https'
import { once } from 'node:events'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { connect } from 'node:tls'
import { newCertificate } from '../../test/fixtures/certificate.ts'
import { patient } from '../../test/fixtures/patient.ts'
import { ConfigError } from '../config/config-error.ts'
import { createTriptych } from '../main.ts'
import type { Triptych } from '../main.ts'
import type { Observation } from '../observe/observation.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-tls-'))
const opened: Triptych[] = []
after(async () => {
  await Promise.all(opened.map((triptych) => triptych.close()))
  rmSync(folder, { recursive: true })
})

interface Files {
  tlsCert: string
  tlsKey: string
}

function filesWith({ cert, key } = newCertificate('one'), name = 'one'): Files {
  const files = { tlsCert: join(folder, `${name}.pem`), tlsKey: join(folder, `${name}.key`) }
  writeFileSync(files.tlsCert, cert)
  writeFileSync(files.tlsKey, key)
  return files
}

async function serve(files: Files) {
  const seen: Observation[] = []
  const options = { data: ':memory:', empty: true, noPage: true, port: 0, ...files }
  const triptych = await createTriptych(options, { observe: (one) => void seen.push(one) })
  opened.push(triptych)
  return { ...(await triptych.listen()), triptych, seen }
}

interface Answered {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** Node’s own fetch cannot be told to take a certificate of nobody’s. */
function get(url: string, headers: Record<string, string> = {}, agent?: Agent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = { headers, rejectUnauthorized: false, agent: agent ?? false }
    const outgoing = ask(url, options, (answer) => {
      let text = ''
      answer.on('data', (part: Buffer) => (text += String(part)))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function certificateAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

describe('a server with a certificate', () => {
  it('speaks https, and tells browsers to stay with it', async () => {
    const { url } = await serve(filesWith())
    assert.match(url, /^https:\/\/127\.0\.0\.1:\d+\/$/)
    const { status, headers, text } = await get(`${url}health`)
    assert.equal(status, 200)
    assert.match(text, /"live":true/)
    assert.equal(headers['strict-transport-security'], 'max-age=31536000')
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  it('says nothing of the kind to localhost, where other servers are developed', async () => {
    const { url, port } = await serve(filesWith())
    for (const host of ['localhost', `localhost:${port}`, `a.localhost:${port}`]) {
      const { status, headers } = await get(`${url}health`, { host })
      assert.equal(status, 200)
      assert.equal(headers['strict-transport-security'], undefined, host)
    }
  })

  it('says it with errors, too', async () => {
    const { url } = await serve(filesWith())
    const nowhere = await get(`${url}health/nothing/here`)
    assert.deepEqual(
      [nowhere.status, nowhere.headers['strict-transport-security']?.length],
      [404, 16],
    )
    const foreign = await get(`${url}health`, { host: 'evil.example' })
    assert.deepEqual(
      [foreign.status, foreign.headers['strict-transport-security']?.length],
      [403, 16],
    )
  })

  it('does not answer to http', async () => {
    const { port } = await serve(filesWith())
    await assert.rejects(fetch(`http://127.0.0.1:${port}/health`))
  })

  it('stops when what is under way has been answered, though connections are kept', async () => {
    const { url, port, triptych } = await serve(filesWith())
    const agent = new Agent({ keepAlive: true })
    await get(`${url}health`, {}, agent)
    const silent = connectPlain({ port, host: '127.0.0.1' })
    await once(silent, 'connect')
    const ended = once(silent, 'close')
    await triptych.close()
    await ended
    agent.destroy()
  })
})

describe('a certificate that changes', () => {
  it('is used without a new start; one that is broken is told and not used', async (t) => {
    const files = filesWith(newCertificate('first'), 'changing')
    const { port, url, seen } = await serve(files)
    const agent = new Agent({ keepAlive: true })
    await get(`${url}health`, {}, agent)
    assert.equal(await certificateAt(port), 'first')

    filesWith(newCertificate('second'), 'changing')
    await t.waitFor(async () => assert.equal(await certificateAt(port), 'second'), patient)
    assert.equal((await get(`${url}health`, {}, agent)).status, 200, 'a connection is kept')
    agent.destroy()

    writeFileSync(files.tlsCert, 'no certificate')
    await t.waitFor(
      () => assert.ok(seen.some((one) => one.kind === 'failure' && one.where === 'tls')),
      patient,
    )
    assert.equal(await certificateAt(port), 'second')

    filesWith(newCertificate('third'), 'changing')
    await t.waitFor(async () => assert.equal(await certificateAt(port), 'third'), patient)
    const failures = seen.filter(({ kind }) => kind === 'failure')
    assert.equal(failures.length, 1, 'told once')
  })
})

async function refusal(files: Files): Promise<string> {
  let message = ''
  await assert.rejects(createTriptych({ data: ':memory:', ...files }), (error) => {
    assert.ok(error instanceof ConfigError)
    message = error.message
    return true
  })
  assert.doesNotMatch(message, /\n|PRIVATE/)
  return message
}

describe('files that are of no use', () => {
  it('are refused in one line, before anything is opened', async () => {
    const files = filesWith()
    const other = filesWith(newCertificate('other'), 'other')
    const missing = { ...files, tlsKey: join(folder, 'none.key') }
    assert.match(await refusal(missing), /^tlsKey .*none\.key cannot be read \(ENOENT\)$/)
    assert.match(await refusal({ ...files, tlsKey: other.tlsKey }), /not that of the certificate$/)
    assert.match(await refusal({ ...files, tlsKey: files.tlsCert }), /cannot be read as PEM/)
    assert.match(await refusal({ ...files, tlsCert: files.tlsKey }), /cannot be read as PEM/)
    assert.match(await refusal({ ...files, tlsCert: folder }), /EISDIR/)
  })
})
