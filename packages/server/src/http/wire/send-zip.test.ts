import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { connectRaw, exchangeRaw } from '../../../test/fixtures/raw-exchange.ts'
import { plainRoute, routeServer } from '../../../test/fixtures/route-server.ts'
import type { ZipEntry } from '../../codecs/zip/zip-layout.ts'
import { sendZip } from './send-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-zip-'))
after(() => rmSync(folder, { recursive: true }))

let openFiles = 0
let opened = 0

function entryAt(path: string, size: number): ZipEntry {
  return { path, kind: 'file', size, modified: new Date('2026-03-01T09:30:20Z') }
}

async function* bytesOf({ size }: ZipEntry): AsyncGenerator<Uint8Array> {
  openFiles++
  opened++
  try {
    for (let left = size; left > 0; left -= 1_000_000) {
      yield Buffer.alloc(Math.min(left, 1_000_000), 'x')
    }
  } finally {
    openFiles--
  }
}

const small = [entryAt('a', 5), entryAt('docs/ä', 3_000_000), entryAt('empty', 0)]
let closed = 0
const zip = (name: string) => ({ name, close: () => void closed++ })
const { port, origin } = await routeServer([
  plainRoute('GET', '/small', (call) => sendZip(call, small, bytesOf, zip('my files.zip'))),
  plainRoute('GET', '/large', (call) => sendZip(call, [entryAt('a', 5e9)], bytesOf, zip('a.zip'))),
])

describe('an archive', () => {
  it('arrives whole, with the length that was announced', async () => {
    const answer = await fetch(`${origin}/small`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(closed, 1)

    assert.equal(answer.headers.get('content-length'), String(bytes.length))
    assert.equal(answer.headers.get('content-type'), 'application/zip')
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="my files.zip"')
    const path = join(folder, 'a.zip')
    writeFileSync(path, bytes)
    const { status, error } = spawnSync('unzip', ['-tqq', path])
    if (!error) assert.equal(status, 0)
    assert.equal(openFiles, 0)
  })

  it('is described to HEAD, and nothing is opened for it', async () => {
    opened = 0
    const raw = await exchangeRaw(
      port,
      'HEAD /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    )
    assert.match(raw, /^HTTP\/1.1 200 [^]*^content-length: 5000000\d\d\d\r$/im)
    assert.ok(raw.endsWith('\r\n\r\n'))
    assert.equal(opened, 0)
  })

  it('has no file open when its client has gone away', async () => {
    const { socket, until } = await connectRaw(port)
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until('xxx')
    assert.equal(openFiles, 1)
    socket.destroy()
    while (openFiles > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  })
})
