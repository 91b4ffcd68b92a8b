import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflatedZip } from '../../../../../../packages/server/src/codecs/zip/deflated-zip.ts'
import { openZip } from './zip-parts.ts'

async function packed(parts: Record<string, string | Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const files = Object.entries(parts).map(([path, bytes]) => ({
    path,
    bytes: (async function* () {
      yield Buffer.from(bytes)
    })(),
  }))
  const pieces: Uint8Array[] = []
  for await (const piece of deflatedZip(files, new Date(2026, 4, 1, 10, 20))) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

function open(bytes: Uint8Array<ArrayBuffer>, read: [number, number][] = []) {
  return openZip(async (from, to) => {
    read.push([from, to])
    return bytes.slice(from, to)
  }, bytes.length)
}

describe('an archive', () => {
  it('is listed by its end, and what is asked for is unpacked', async () => {
    const bytes = await packed({ 'a.txt': 'one', 'ordner/größe.txt': 'zwei'.repeat(1000) })
    const zip = await open(bytes)
    assert.deepEqual(
      zip?.entries.map(({ name, size }) => [name, size]),
      [
        ['a.txt', 3],
        ['ordner/größe.txt', 4000],
      ],
    )
    assert.equal(zip.entries[0]?.modified?.getFullYear(), 2026)
    assert.equal(Buffer.from((await zip.read('a.txt'))!).toString(), 'one')
    assert.equal(await zip.read('none'), null)
  })

  it('that is large is read only where something is asked for', async () => {
    const noise = Buffer.alloc(3_000_000, 'x').map((_, at) => (at * 7919) % 251)
    const bytes = await packed({ 'noise.bin': Buffer.from(noise), 'a.txt': 'one' })
    const asked: [number, number][] = []
    const zip = await open(bytes, asked)
    await zip!.read('a.txt')
    const all = asked.reduce((sum, [from, to]) => sum + to - from, 0)
    assert.ok(all < 70_000, `${all} bytes were read`)
  })

  it('that unpacks to far more than it says is not unpacked to the end', async () => {
    const bytes = await packed({ 'bomb.xml': Buffer.alloc(200 * 1024 * 1024, 'a') })
    // It says that it is small.
    const view = new DataView(bytes.buffer)
    const at = Buffer.from(bytes).lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
    view.setUint32(at + 24, 100, true)
    const zip = await open(bytes)
    await assert.rejects(zip!.read('bomb.xml'), /too large/)
    const begun = await zip!.readBeginning('bomb.xml')
    assert.deepEqual([begun?.bytes.length, begun?.isCut], [4 * 1024 * 1024, true])
  })

  it('of many large parts is not read on for ever', async () => {
    const part = Buffer.alloc(11 * 1024 * 1024, 'a')
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const zip = await open(await packed(Object.fromEntries(names.map((name) => [name, part]))))
    for (const name of names.slice(0, 5)) await zip!.read(name)
    await assert.rejects(zip!.read('f'), /too large/)
  })

  it('is none where something else is in the file, or half of one', async () => {
    assert.equal(await open(new Uint8Array(100)), null)
    assert.equal(await open(new Uint8Array(0)), null)
    const bytes = await packed({ 'a.txt': 'one' })
    assert.equal(await open(bytes.slice(40)), null)
  })
})
