import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { byteRanges, contentRange, parseRange } from './range.ts'

describe('parseRange', () => {
  const answers: [string | null, ReturnType<typeof parseRange>][] = [
    ['bytes=0-0', [{ start: 0, end: 0 }]],
    ['bytes=10-19', [{ start: 10, end: 19 }]],
    ['Bytes=10-', [{ start: 10, end: 99 }]],
    ['bytes=-10', [{ start: 90, end: 99 }]],
    ['bytes=-1000', [{ start: 0, end: 99 }]],
    ['bytes=90-1000', [{ start: 90, end: 99 }]],
    [`bytes=5-${'9'.repeat(400)}`, [{ start: 5, end: 99 }]],
    ['bytes=99-', [{ start: 99, end: 99 }]],
    ['bytes=100-', 'unsatisfiable'],
    [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=100-,-0', 'unsatisfiable'],
    ['bytes=0-1,100-', [{ start: 0, end: 1 }]],
    [null, 'whole'],
    ['', 'whole'],
    ['bytes', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=,', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=5-4', 'whole'],
    ['bytes=0-1,5-4', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=0x1-2', 'whole'],
    ['bytes=1.5-2', 'whole'],
    ['bytes=--1', 'whole'],
    ['bytes=0-1;2-3', 'whole'],
    ['bytes =0-1', 'whole'],
    ['lines=0-1', 'whole'],
    ['bytes=9007199254740993-9007199254740992', 'whole'],
  ]
  for (const [header, answer] of answers) {
    const shown = header && header.length > 50 ? `${header.slice(0, 50)}…` : header
    it(`reads ${shown} of 100 bytes as ${JSON.stringify(answer)}`, () => {
      assert.deepEqual(parseRange(header, 100), answer)
    })
  }

  it('keeps the order asked for, and joins what overlaps or touches', () => {
    assert.deepEqual(parseRange('bytes=50-59, 0-9 ,, -10,10-19,5-6,55-69', 100), [
      { start: 50, end: 69 },
      { start: 0, end: 19 },
      { start: 90, end: 99 },
    ])
  })

  it('takes 16 ranges after joining, and not 17', () => {
    assert.equal(parseRange(apart(16), 100).length, 16)
    assert.equal(parseRange(apart(17), 100), 'unsatisfiable')
    assert.deepEqual(parseRange(`bytes=${Array(10_000).fill('0-0').join()}`, 100), [
      { start: 0, end: 0 },
    ])
  })

  it('has no range of an empty file', () => {
    assert.equal(parseRange('bytes=0-', 0), 'unsatisfiable')
    assert.equal(parseRange('bytes=0-0', 0), 'unsatisfiable')
    assert.equal(parseRange('bytes=-1', 0), 'whole')
  })

  it('covers exactly the bytes that were asked for', () => {
    const random = seededRandom(3)
    for (let round = 0; round < 2_000; round++) {
      const asked = Array.from({ length: random.between(1, 8) }, () => {
        const start = random.between(0, 45)
        return { start, end: start + random.between(0, 9) }
      })
      const expected = new Set<number>()
      for (const { start, end } of asked) {
        for (let at = start; at <= end && at < 40; at++) expected.add(at)
      }

      const header = `bytes=${asked.map(({ start, end }) => `${start}-${end}`).join(', ')}`
      const ranges = parseRange(header, 40)

      const covered: number[] = []
      if (typeof ranges === 'object') {
        for (const { start, end } of ranges) for (let at = start; at <= end; at++) covered.push(at)
      }
      assert.deepEqual(
        covered.toSorted((a, b) => a - b),
        [...expected].toSorted((a, b) => a - b),
        header,
      )
    }
  })
})

describe('contentRange', () => {
  it('says which bytes these are, or how many there would be', () => {
    assert.equal(contentRange({ start: 0, end: 9 }, 100), 'bytes 0-9/100')
    assert.equal(contentRange(null, 100), 'bytes */100')
  })
})

describe('byteRanges', () => {
  it('announces the very length of the body it describes', () => {
    const file = Buffer.from('0123456789')
    const ranges = [
      { start: 7, end: 9 },
      { start: 0, end: 1 },
    ]

    const made = byteRanges(ranges, { size: 10, type: 'text/plain' }, 'xyz')
    const body = Buffer.concat([
      ...made.parts.flatMap(({ head, range }) => [head, file.subarray(range.start, range.end + 1)]),
      made.tail,
    ])

    assert.equal(made.contentType, 'multipart/byteranges; boundary=xyz')
    assert.equal(made.contentLength, body.length)
    assert.equal(
      body.toString(),
      '--xyz\r\nContent-Type: text/plain\r\nContent-Range: bytes 7-9/10\r\n\r\n789\r\n' +
        '--xyz\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-1/10\r\n\r\n01\r\n--xyz--\r\n',
    )
  })
})

function apart(count: number): string {
  return `bytes=${Array.from({ length: count }, (_, i) => `${i * 2}-${i * 2}`).join()}`
}
