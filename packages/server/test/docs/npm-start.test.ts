import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ownEnvironment } from '../fixtures/own-environment.ts'
import { patient } from '../fixtures/patient.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

it('npm start serves the demo and the page, and the server ends when npm is told to', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'triptych-npm-'))
  const npm = spawn('npm', ['start', '--silent', '--', '--port', '0', '--data', data], {
    cwd: root,
    env: ownEnvironment(),
  })
  t.after(() => {
    npm.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  })
  let out = ''
  npm.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  await t.waitFor(() => assert.match(out, /ready at/), patient)
  const url = /ready at (\S+)/.exec(out)?.[1] ?? ''

  const films = (await (await fetch(`${url}films`)).json()) as unknown[]
  // It may have to be built first.
  const page = await t.waitFor(() => pageAt(url), { ...patient, interval: 200 })
  npm.kill('SIGTERM')
  await once(npm, 'exit')

  assert.ok(films.length >= 100)
  assert.match(page, /<title>Triptych[^]*<script/)
  await t.waitFor(() => assert.rejects(fetch(`${url}health`)), { ...patient, interval: 200 })
})

async function pageAt(url: string): Promise<string> {
  const answer = await fetch(url)
  assert.equal(answer.status, 200)
  return answer.text()
}
