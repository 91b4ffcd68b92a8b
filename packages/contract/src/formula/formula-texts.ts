/** Texts are made of characters, which are one or two units of UTF-16, and may be as long as a cell can hold. */

/** By the numbers of their characters. */
export function comparedTexts(one: string, other: string): number {
  if (one === other) return 0
  let at = 0
  while (one[at] !== undefined && one[at] === other[at]) at++
  // Where they part within a character of two units, it begins one earlier.
  if (at > 0 && isSecondHalf(one.charCodeAt(at)) && isSecondHalf(other.charCodeAt(at))) at--
  return (one.codePointAt(at) ?? -1) < (other.codePointAt(at) ?? -1) ? -1 : 1
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** So many characters from one of them on. */
export function signs(of: string, from: number, count: number): string {
  const start = Math.max(0, from)
  const end = from + Math.max(0, Math.trunc(count))
  return end <= start ? '' : of.slice(unitsOf(of, start), unitsOf(of, end))
}

/** Without a list of them: texts can be long. */
export function characters(of: string): number {
  let count = of.length
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(of)) return count
  for (let at = 0; at < of.length; at++) if (isPair(of, at)) count--
  return count
}

/** Whether it has more characters than that; what is far longer is not counted. */
export function isLonger(of: string, most: number): boolean {
  return of.length > most && (of.length > 2 * most || characters(of) > most)
}

/** How many units of UTF-16 the first characters have. */
export function unitsOf(of: string, count: number): number {
  let at = 0
  for (let n = 0; n < count && at < of.length; n++) at += isPair(of, at) ? 2 : 1
  return at
}

function isPair(of: string, at: number): boolean {
  const first = of.charCodeAt(at)
  return first >= 0xd800 && first <= 0xdbff && isSecondHalf(of.charCodeAt(at + 1))
}

/** What is longer is searched for in steps that can be foreseen. */
const shortPart = 50

/** Where a part stands that is not empty, one behind the other. */
export function* placesOf(of: string, part: string): Generator<number, void> {
  if (part.length > of.length) return
  if (part.length <= shortPart) {
    for (let at = of.indexOf(part); at >= 0; at = of.indexOf(part, at + part.length)) yield at
    return
  }
  // `indexOf` takes a minute for a part of half the text that is there but for one letter in its middle.
  const restarts = restartsOf(part)
  let same = 0
  for (let at = 0; at < of.length; at++) {
    while (same > 0 && of[at] !== part[same]) same = restarts[same - 1]!
    if (of[at] === part[same]) same++
    if (same < part.length) continue
    yield at - same + 1
    same = 0
  }
}

/** With how much of its beginning each beginning of a text ends: so much is found still where it does not go on. */
function restartsOf(part: string): Int32Array {
  const restarts = new Int32Array(part.length)
  let same = 0
  for (let at = 1; at < part.length; at++) {
    while (same > 0 && part[at] !== part[same]) same = restarts[same - 1]!
    if (part[at] === part[same]) same++
    restarts[at] = same
  }
  return restarts
}
