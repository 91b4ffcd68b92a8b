import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { readExif } from './exif.ts'

type Value = { text: string } | { short: number } | { long: number } | { ratios: number[][] }
type Fields = Record<number, Value>

/** A block as a camera writes it: the main directory, then those of camera and place. */
function block(order: 'II' | 'MM', main: Fields, camera: Fields = {}, place: Fields = {}): Buffer {
  const bytes = Buffer.alloc(4000)
  const u16 = (value: number, at: number): unknown =>
    order === 'II' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const u32 = (value: number, at: number): unknown =>
    order === 'II' ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  let free = 1000

  function directory(at: number, fields: Fields): void {
    const entries = Object.entries(fields)
    u16(entries.length, at)
    for (const [index, [tag, value]] of entries.entries()) {
      const entry = at + 2 + index * 12
      u16(Number(tag), entry)
      if ('short' in value) put(entry, 3, 1, () => u16(value.short, entry + 8))
      else if ('long' in value) put(entry, 4, 1, () => u32(value.long, entry + 8))
      else if ('text' in value) {
        const text = Buffer.from(`${value.text}\0`)
        const short = text.length <= 4
        put(entry, 2, text.length, () => text.copy(bytes, short ? entry + 8 : free))
        if (!short) putAt(entry, text.length)
      } else {
        put(entry, 5, value.ratios.length, () =>
          value.ratios.flat().forEach((number, place) => u32(number, free + place * 4)),
        )
        putAt(entry, value.ratios.length * 8)
      }
    }
  }
  function put(entry: number, type: number, count: number, write: () => unknown): void {
    u16(type, entry + 2)
    u32(count, entry + 4)
    write()
  }
  function putAt(entry: number, length: number): void {
    u32(free, entry + 8)
    free += length
  }

  bytes.write(order, 0)
  u16(42, 2)
  u32(8, 4)
  directory(8, { ...main, 0x8769: { long: 300 }, 0x8825: { long: 600 } })
  directory(300, camera)
  directory(600, place)
  return bytes.subarray(0, free)
}

const camera: Fields = {
  0x829a: { ratios: [[1, 250]] },
  0x829d: { ratios: [[28, 10]] },
  0x8827: { short: 400 },
  0x9003: { text: '2024:05:01 10:20:30' },
  0x920a: { ratios: [[50, 1]] },
  0xa434: { text: 'EF 50mm' },
}
const place: Fields = {
  1: { text: 'S' },
  2: {
    ratios: [
      [33, 1],
      [51, 1],
      [3600, 100],
    ],
  },
  3: { text: 'E' },
  4: {
    ratios: [
      [151, 1],
      [12, 1],
      [0, 0],
    ],
  },
}

function exposure(above: number, below: number): unknown {
  return readExif(block('II', {}, { 0x829a: { ratios: [[above, below]] } }))['ExposureTime']
}

describe('what a camera wrote', () => {
  for (const order of ['II', 'MM'] as const) {
    it(`is read in the byte order ${order}, with and without its mark`, () => {
      const main: Fields = {
        0x010f: { text: 'Acme' },
        0x0110: { text: 'Q1' },
        0x0112: { short: 6 },
        0x0131: { text: 'Größe 1.0' },
        0x013b: { text: 'Ann' },
        0x8298: { text: '(c) Ann' },
      }
      const bytes = block(order, main, camera, place)
      const expected = {
        Make: 'Acme',
        Model: 'Q1',
        LensModel: 'EF 50mm',
        DateTimeOriginal: '2024-05-01T10:20:30',
        ExposureTime: '1/250',
        FNumber: 2.8,
        ISO: 400,
        FocalLength: 50,
        Orientation: 6,
        Latitude: -33.86,
        Longitude: 151.2,
        Software: 'Größe 1.0',
        Artist: 'Ann',
        Copyright: '(c) Ann',
      }

      assert.deepEqual(readExif(bytes), expected)
      assert.deepEqual(readExif(Buffer.concat([Buffer.from('Exif\0\0'), bytes])), expected)
    })
  }

  it('leaves out what cannot be', () => {
    const bytes = block(
      'II',
      { 0x010f: { text: '' } },
      { 0x829a: { ratios: [[1, 0]] }, 0x829d: { ratios: [[0, 0]] }, 0x9003: { text: '0000' } },
      {
        2: {
          ratios: [
            [133, 1],
            [0, 1],
            [0, 1],
          ],
        },
        4: {
          ratios: [
            [1, 0],
            [0, 1],
            [0, 1],
          ],
        },
      },
    )

    assert.deepEqual(readExif(bytes), {})
  })

  it('writes long exposures as seconds', () => {
    assert.deepEqual([exposure(30, 1), exposure(8, 10), exposure(10, 600)], ['30', '0.8', '1/60'])
  })

  it('is nothing in a block that makes no sense', () => {
    const circle = block('II', {})
    circle.writeUInt32LE(8, 8 + 2 + 8)
    for (const bytes of [Buffer.alloc(0), Buffer.from('II*\0'), Buffer.alloc(5000, 255), circle]) {
      assert.deepEqual(readExif(bytes), {})
    }
  })

  it('leaves out a value that lies outside the block', () => {
    const bytes = block('II', {}, { 0x8827: { short: 400 }, 0x829d: { ratios: [[28, 10]] } })
    bytes.writeUInt32LE(3, 300 + 2 + 12 + 4)
    bytes.writeUInt32LE(9_999_999, 300 + 2 + 12 + 8)

    assert.deepEqual(readExif(bytes), { FNumber: 2.8 })
  })

  it('never fails, whatever the bytes', () => {
    const whole = block('II', { 0x010f: { text: 'Acme' } }, camera, place)
    const random = seededRandom(1)
    for (let round = 0; round < 20_000; round++) {
      const end = random.between(0, 9) === 0 ? random.between(1, whole.length) : whole.length
      const bytes = Buffer.from(whole.subarray(0, end))
      for (let change = random.between(0, 8); change >= 0; change--) {
        bytes[random.between(0, end - 1)] = random.between(0, 255)
      }

      for (const value of Object.values(readExif(bytes))) {
        assert.ok(typeof value === 'string' || Number.isFinite(value))
      }
    }
  })
})
