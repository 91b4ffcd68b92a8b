/**
 * A key strictly between two others in code-unit order (`COLLATE "C"`), made of [0-9A-Za-z].
 * `null` is the open end. Both must be keys made here; a wrong pair is a bug of the caller.
 */
export function keyBetween(lower: string | null, upper: string | null): string {
  return keysBetween(lower, upper, 1)[0]!
}

/** `count` keys between two others, ascending and evenly spread. */
export function keysBetween(lower: string | null, upper: string | null, count: number): string[] {
  if (lower !== null && upper !== null && lower >= upper) {
    throw new Error(`There is no order key between '${lower}' and '${upper}'.`)
  }
  const low = lower === null ? [] : pathOf(lower)
  const high = upper === null ? null : pathOf(upper)
  const { parent, first, step } = roomBetween(low, high, count)
  let prefix = ''
  for (const integer of parent) prefix += encode(integer)
  const keys: string[] = []
  for (let i = 0; i < count; i++) keys.push(prefix + encode(Math.floor(first + i * step)))
  return keys
}

/**
 * A key spells integers, compared like words: between [5] and [6] lie all [5, …], where integers run
 * freely both ways again. So n inserts at one spot, in either direction, cost log n and not n.
 */
type Path = number[]

/** The integers first, first + step, … (rounded down) under one parent. */
interface Room {
  parent: Path
  first: number
  step: number
}

// Leaves room for a few inserts between neighbours before a key gets longer.
const stride = 8

function roomBetween(low: Path, high: Path | null, count: number): Room {
  if (high === null) return roomAbove(low, 0, count)

  let depth = 0
  while (depth < low.length && low[depth] === high[depth]) depth++
  const above = low[depth]
  const below = high[depth]!
  if (above === undefined) return { parent: low, first: below - count * stride, step: stride }

  // [6] itself is free when the upper path is [6, …].
  const free = (high.length > depth + 1 ? below : below - 1) - above
  if (free < count) return roomAbove(low, depth + 1, count)
  const step = free / Math.max(count, 1)
  return { parent: low.slice(0, depth), first: above + 1 + step / 2, step }
}

function roomAbove(low: Path, depth: number, count: number): Room {
  const above = low[depth]
  const first = above === undefined ? 0 : above + stride
  if (first + count * stride > limit) return roomAbove(low, depth + 1, count)
  return { parent: low.slice(0, depth), first, step: stride }
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = digits.length
const firstPositiveHead = digits.indexOf('a')
// One digit more would not fit into 2^53.
const maxLength = 8
const powers = Array.from({ length: maxLength + 1 }, (_, exponent) => base ** exponent)
const limit = powers[maxLength]! - 1

/**
 * A head that tells how many digits follow (a, b, c … from 0 up, Z, Y, X … below 0), and the digits.
 * The last digit counts from 1, so that no key ends in 0.
 */
function encode(integer: number): string {
  const negative = integer < 0
  const size = negative ? -integer : integer + 1
  if (size > limit) throw new Error('There is no room left for an order key.')
  let length = 1
  while (size >= powers[length]!) length++

  let rest = negative ? powers[length]! - 1 - size : size - powers[length - 1]!
  let text = digits[(rest % (base - 1)) + 1]!
  rest = Math.floor(rest / (base - 1))
  for (let i = 1; i < length; i++) {
    text = digits[rest % base]! + text
    rest = Math.floor(rest / base)
  }
  return digits[firstPositiveHead + (negative ? -length : length - 1)]! + text
}

function decode(text: string, negative: boolean): number {
  let rest = 0
  for (let i = 0; i < text.length - 1; i++) rest = rest * base + digits.indexOf(text[i]!)
  rest = rest * (base - 1) + digits.indexOf(text.at(-1)!) - 1
  return negative ? rest + 1 - base ** text.length : rest + base ** (text.length - 1) - 1
}

function pathOf(key: string): Path {
  if (!/^[A-Za-z][0-9A-Za-z]*[1-9A-Za-z]$/.test(key)) throw notAKey(key)
  const path: Path = []
  for (let at = 0; at < key.length;) {
    const head = digits.indexOf(key[at]!) - firstPositiveHead
    const length = head < 0 ? -head : head + 1
    const text = key.slice(at + 1, at + 1 + length)
    if (length > maxLength || text.length < length || text.endsWith('0')) throw notAKey(key)
    path.push(decode(text, head < 0))
    at += 1 + length
  }
  return path
}

function notAKey(key: string): Error {
  return new Error(`'${key}' is not an order key.`)
}
