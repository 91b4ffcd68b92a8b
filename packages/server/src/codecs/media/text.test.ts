import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textFacts } from './text.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('the lines of a text', () => {
  const cases: [string, Uint8Array, number, string][] = [
    ['nothing', Buffer.from(''), 0, 'UTF-8'],
    ['one byte', Buffer.from('a'), 1, 'UTF-8'],
    ['one newline', Buffer.from('\n'), 1, 'UTF-8'],
    ['a last line with its end', Buffer.from('a\nb\n'), 2, 'UTF-8'],
    ['a last line without its end', Buffer.from('a\r\nb'), 2, 'UTF-8'],
    ['empty lines', Buffer.from('\n\n\n'), 3, 'UTF-8'],
    ['other scripts', Buffer.from('größe\n文件\n🎉'), 3, 'UTF-8'],
    ['a mark at the start', Buffer.from('\ufeffa\nb'), 2, 'UTF-8'],
    ['UTF-16', utf16('a\n文\u010a\n'), 2, 'UTF-16'],
    ['UTF-16, the other way round', utf16('a\n文\u010a\u0a00b').swap16(), 2, 'UTF-16'],
    ['old Western text', Buffer.from('gr\xf6\xdfe\nb\n', 'latin1'), 2, 'not UTF-8'],
    ['a character cut off at the end', Buffer.from('a\n文').subarray(0, 4), 2, 'not UTF-8'],
    ['bytes of no text', Buffer.from([0, 10, 255, 10, 254, 1]), 3, 'not UTF-8'],
  ]

  for (const [name, bytes, lines, encoding] of cases) {
    it(`are counted however they arrive: ${name}`, async () => {
      for (const size of [1, 2, 3, 1000]) {
        assert.deepEqual(await textFacts(inPieces(bytes, size)), {
          Lines: lines,
          Encoding: encoding,
        })
      }
    })
  }

  it('are not counted beyond the limit, and no more is read', async () => {
    let given = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        given++
        yield Buffer.from('文\n'.repeat(100)).subarray(0, 301)
      }
    }

    assert.deepEqual(await textFacts(endless(), 1000), { Encoding: 'not UTF-8' })
    assert.equal(given, 4)
    const exact = Buffer.from('文文')
    assert.deepEqual(await textFacts(inPieces(exact, 4), 4), { Encoding: 'UTF-8' })
  })
})
