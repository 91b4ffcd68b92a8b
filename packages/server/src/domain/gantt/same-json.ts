import { isDeepStrictEqual } from 'node:util'

/** Whether two values are the same as JSON; the order of keys does not count. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other)
}
