/** Numbers and texts out of bytes nobody has checked: what is not there reads as 0 or as empty. */
export interface ByteReader {
  readonly length: number
  u8(at: number): number
  u16(at: number): number
  u24(at: number): number
  u32(at: number): number
  /** Exact up to 2^53, which no honest length exceeds. */
  u64(at: number): number
  /** One character for each byte. */
  latin1(start: number, end: number): string
  slice(start: number, end: number): Uint8Array
}

export type ByteOrder = 'big' | 'little'

export function byteReader(bytes: Uint8Array, order: ByteOrder = 'big'): ByteReader {
  const unsigned = (at: number, size: number): number => {
    let value = 0
    for (let index = 0; index < size; index++) {
      const place = order === 'big' ? at + index : at + size - 1 - index
      value = value * 256 + (bytes[place] ?? 0)
    }
    return value
  }

  const slice = (start: number, end: number): Uint8Array => {
    const from = Math.min(Math.max(start, 0), bytes.length)
    return bytes.subarray(from, Math.min(Math.max(end, from), bytes.length))
  }

  return {
    length: bytes.length,
    u8: (at) => unsigned(at, 1),
    u16: (at) => unsigned(at, 2),
    u24: (at) => unsigned(at, 3),
    u32: (at) => unsigned(at, 4),
    u64: (at) => unsigned(at, 8),
    latin1: (start, end) => Buffer.from(slice(start, end)).toString('latin1'),
    slice,
  }
}
