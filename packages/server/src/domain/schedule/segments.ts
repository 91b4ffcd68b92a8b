import type { Segment } from './plan.ts'

/**
 * How long the last `left` of a task in pieces takes, pauses between them included. Where nothing is in
 * pieces it is what it is.
 */
export function spanOfRest(segments: readonly Segment[], left: number): number {
  if (segments.length < 2) return left
  let rest = left
  let end = 0
  for (let i = segments.length - 1; i >= 0; i--) {
    const { offset, length } = segments[i]!
    if (end === 0) end = offset + length
    if (rest <= length) return end - (offset + length - rest)
    rest -= length
  }
  // More is left than the pieces hold: it is done before them, without a pause.
  return end + rest
}
