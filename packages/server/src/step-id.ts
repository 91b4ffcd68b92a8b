import { randomUUID } from 'node:crypto'

/**
 * What all changes of one request have in common: a UUID that begins with its time (version 7). The log has an index of
 * steps, and a new one goes to its end; elsewhere in it every change would have to bring up another page of it.
 */
export function newStepId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  // What stands behind the version is alike in both kinds.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
