import { randomUUID } from 'node:crypto'

/**
 * What all changes of one request have in common: a UUID that begins with its time (version 7). The log has an index of
 * steps, and a new one goes to its end; elsewhere in it every change would have to bring up another page of it.
 */
export function newStepId(at: Date): string {
  const ms = at.getTime()
  // What stands behind the version is alike in both kinds.
  return `${firstDigits(ms)}-${hex(ms % 0x10000, 4)}-7${randomUUID().slice(15)}`
}

/** They change once a minute, and a number as large as the whole time takes long to be written. */
let last = { part: NaN, text: '' }

function firstDigits(ms: number): string {
  const part = Math.floor(ms / 0x10000)
  if (part !== last.part) last = { part, text: hex(part, 8) }
  return last.text
}

function hex(number: number, length: number): string {
  return number.toString(16).padStart(length, '0')
}
