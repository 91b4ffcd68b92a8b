import { isUtf8 } from 'node:buffer'
import { AppError } from '../../errors.ts'

/** One thing in an archive, which is a tar of the POSIX kind: any tool can look into it. */
export interface TarEntry {
  kind: 'file' | 'folder'
  /** With slashes between its names. */
  path: string
  size: number
  /** Milliseconds since 1970, with fractions. */
  modified: number
}

export const blockBytes = 512

const encoder = new TextEncoder()

/** What stands before the bytes of an entry. */
export function headerOf(entry: TarEntry): Uint8Array {
  const records = encoder.encode(
    [
      record('path', entry.path),
      record('size', String(entry.size)),
      record('mtime', secondsOf(entry.modified)),
    ].join(''),
  )
  const extended = block({
    name: 'PaxHeaders/entry',
    prefix: '',
    size: records.length,
    type: 'x',
    seconds: 0,
  })
  // What does not fit, or is no ASCII, only those see who can read the records.
  const own = block({
    ...shortName(entry.path),
    size: Math.min(entry.size, 0o77777777777),
    type: entry.kind === 'folder' ? '5' : '0',
    seconds: Math.max(0, Math.floor(entry.modified / 1000)),
  })
  return Buffer.concat([extended, records, padding(records.length), own])
}

export function padding(size: number): Uint8Array {
  return new Uint8Array((blockBytes - (size % blockBytes)) % blockBytes)
}

/** Two empty blocks. */
export const end = new Uint8Array(2 * blockBytes)

/** `length key=value\n`, where the length counts itself. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  let length = bytes + 1
  while (String(length).length + bytes !== length) length++
  return `${length}${rest}`
}

interface Block {
  name: string
  /** What stands before the name, and a slash. */
  prefix: string
  size: number
  type: string
  seconds: number
}

const nameBytes = 100
const prefixBytes = 155

/** A path as a header has it: whole where it fits, else as much of its end as does. */
function shortName(path: string): Pick<Block, 'name' | 'prefix'> {
  const plain = path.replace(/[^ -~]/gu, '_')
  if (plain.length <= nameBytes) return { name: plain, prefix: '' }
  const slash = plain.indexOf('/', plain.length - nameBytes - 1)
  if (slash > 0 && slash <= prefixBytes) {
    return { name: plain.slice(slash + 1), prefix: plain.slice(0, slash) }
  }
  return { name: plain.slice(-nameBytes), prefix: '' }
}

function block({ name, prefix, size, type, seconds }: Block): Uint8Array {
  const bytes = Buffer.alloc(blockBytes)
  bytes.write(name, 0, 'latin1')
  bytes.write(type === '5' ? '0000755\0' : '0000644\0', 100, 'latin1')
  bytes.write('0000000\0'.repeat(2), 108, 'latin1')
  bytes.write(`${octal(size)}\0${octal(seconds)}\0`, 124, 'latin1')
  bytes.write(`        ${type}`, 148, 'latin1')
  bytes.write('ustar\u000000', 257, 'latin1')
  bytes.write(prefix, 345, 'latin1')
  bytes.write(`${checksumOf(bytes).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return bytes
}

/** A division would not come out as it went in. */
function secondsOf(milliseconds: number): string {
  // Less than that is written with an exponent, and is nothing.
  const written = Math.abs(milliseconds) < 1e-6 ? '0' : String(Math.abs(milliseconds))
  const [whole = '', fraction = ''] = written.split('.')
  const digits = whole.padStart(4, '0')
  return `${milliseconds < 0 ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}${fraction}`
}

function millisecondsOf(seconds: string): number {
  const [, whole, fraction = ''] = /^(-?\d{1,15})(?:\.(\d*))?$/.exec(seconds) ?? []
  if (whole === undefined) throw damaged()
  const digits = fraction.padEnd(3, '0')
  return Number(`${whole}${digits.slice(0, 3)}.${digits.slice(3)}`)
}

function octal(number: number): string {
  return number.toString(8).padStart(11, '0')
}

/** With spaces where it stands itself. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0
  for (const [at, byte] of bytes.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte
  return sum
}

export interface ReadBlock extends Omit<TarEntry, 'kind' | 'path'> {
  type: string
  /** `null` where it was cut off in the midst of a character. */
  path: string | null
}

/** `null` for an empty one, which ends the archive. */
export function readBlock(bytes: Uint8Array): ReadBlock | null {
  if (bytes.every((byte) => byte === 0)) return null
  const block = Buffer.from(bytes)
  if (Number.parseInt(block.toString('latin1', 148, 155), 8) !== checksumOf(block)) {
    throw new AppError('bad_request', 'This is no archive of a workspace, or it is damaged.')
  }
  // What GNU tar wrote before there were records has other things in place of the prefix.
  const isPosix = block.toString('latin1', 257, 263) === 'ustar\0'
  const prefix = isPosix ? untilZero(block.subarray(345, 500)) : ''
  const path = [prefix, untilZero(block.subarray(0, 100))]
  return {
    type: block.toString('latin1', 156, 157),
    path: path.includes(null) ? null : path.filter((part) => part !== '').join('/'),
    size: numberIn(block.subarray(124, 136)),
    modified: numberIn(block.subarray(136, 148)) * 1000,
  }
}

/** A text that ends with a zero, or where its field ends. */
export function untilZero(field: Uint8Array): string | null {
  const end = field.indexOf(0)
  return text(end < 0 ? field : field.subarray(0, end))
}

/** `null` where it is not UTF-8. */
function text(bytes: Uint8Array): string | null {
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : null
}

/** Octal digits; or, as GNU tar writes what is too large for them, bytes behind a first bit. */
function numberIn(field: Buffer): number {
  if ((field[0] ?? 0) >= 0x80) {
    const number = field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0)
    if (field[0] !== 0x80 || !Number.isSafeInteger(number)) throw damaged()
    return number
  }
  const digits = /^ *([0-7]*)[ \0]*$/.exec(field.toString('latin1'))?.[1]
  if (digits === undefined) throw damaged()
  return digits === '' ? 0 : Number.parseInt(digits, 8)
}

/** What an extended header says of the entry behind it. */
export function readRecords(bytes: Uint8Array): Map<string, string> {
  const records = new Map<string, string>()
  const all = Buffer.from(bytes)
  for (let at = 0; at < all.length;) {
    const space = all.indexOf(0x20, at)
    const digits = all.toString('latin1', at, Math.max(space, at))
    const end = at + Number(/^[1-9]\d{0,9}$/.exec(digits)?.[0])
    const equals = all.indexOf(0x3d, space)
    if (!(end <= all.length) || equals < 0 || equals >= end || all[end - 1] !== 0x0a) {
      throw damaged()
    }
    const [key, value] = [
      text(all.subarray(space + 1, equals)),
      text(all.subarray(equals + 1, end - 1)),
    ]
    if (key === null || value === null) throw damaged()
    records.set(key, value)
    at = end
  }
  return records
}

/** An entry by its header and by what was said of it before. */
export function entryOf(header: ReadBlock, records: ReadonlyMap<string, string>): TarEntry {
  const kind = kinds[header.type]
  const isSparse = [...records.keys()].some((key) => key.startsWith('GNU.sparse.'))
  if (kind === undefined || isSparse) {
    const message = 'The archive has something in it that is neither a plain file nor a folder.'
    throw new AppError('bad_request', message)
  }
  const path = (records.get('path') ?? header.path)?.replace(/\/+$/, '')
  const size = records.get('size')
  const modified = records.get('mtime')
  if (path === undefined || (size !== undefined && !/^\d{1,15}$/.test(size))) throw damaged()
  return {
    kind,
    path,
    size: kind === 'folder' ? 0 : size === undefined ? header.size : Number(size),
    modified: modified === undefined ? header.modified : millisecondsOf(modified),
  }
}

/** The oldest tools wrote no type for a file. */
const kinds: Record<string, TarEntry['kind']> = { '0': 'file', '\0': 'file', '5': 'folder' }

export function damaged(): AppError {
  return new AppError('bad_request', 'The archive is damaged.')
}

export function tooShort(): AppError {
  return new AppError('bad_request', 'The archive ends too early.')
}
