import { inspect } from 'node:util'

/** A setting that cannot be used. The message is one line: the key as it was written, its value, what is allowed. */
export class ConfigError extends Error {
  override name = 'ConfigError'

  constructor(message: string, options?: ErrorOptions) {
    // Keys come from outside and may hold anything; a line break in one would make two lines of it.
    super(message.replaceAll(/[\s\p{Cc}]+/gu, ' '), options)
  }
}

/** A value as it stands in a message: in quotes when it is text, and never longer than fits a line. */
export function quote(value: unknown): string {
  const safe = typeof value === 'string' ? withoutPassword(value) : value
  const text = inspect(safe, { breakLength: Infinity, depth: 1, maxStringLength: 80 })
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

/** An address may have one before its host; a wrong one may have an @ in it that should not be there as it is. */
function withoutPassword(text: string): string {
  return text.replace(/(\/\/[^/\s:@]*:)\S*@/, '$1…@')
}

/** What to say after an unknown name: those that were likely meant, or else all there are. */
export function suggest(written: string, known: Iterable<string>): string {
  const names = [...known]
  const likely = names.filter((name) => isLike(bare(written), bare(name)))
  return likely.length > 0
    ? `did you mean ${likely.join(' or ')}?`
    : `allowed are ${names.join(', ')}`
}

/** Without what all names of a kind begin with. */
function bare(name: string): string {
  return name.toLowerCase().replace(/^(--|triptych_)/, '')
}

function isLike(written: string, name: string): boolean {
  const isBeginning = written.length > 2 && name.startsWith(written)
  return isBeginning || isWithin(name.length > 5 ? 2 : 1, written, name)
}

/** Whether at most so many letters are wrong, missing, too many or in the place of the next one. */
function isWithin(mistakes: number, written: string, name: string): boolean {
  let same = 0
  while (same < name.length && written[same] === name[same]) same++
  const [a, b] = [written.slice(same), name.slice(same)]
  if (a === b || mistakes === 0) return a === b
  const isSwapped = a[0] === b[1] && a[1] === b[0]
  return (
    isWithin(mistakes - 1, a.slice(1), b.slice(1)) ||
    isWithin(mistakes - 1, a.slice(1), b) ||
    isWithin(mistakes - 1, a, b.slice(1)) ||
    (isSwapped && isWithin(mistakes - 1, a.slice(2), b.slice(2)))
  )
}
