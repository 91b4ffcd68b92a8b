import type { Attack } from './attack.ts'
import { attacksByEvents } from './events.ts'
import { attacksOnFiles } from './files.ts'
import { attacksByReading } from './reads.ts'
import { attacksByWriting } from './writes.ts'

/** `size` is 1 for what ended or stopped the server once, and less for something like it. */
export function allAttacks(size: number): Attack[] {
  return [
    ...attacksByWriting(size),
    ...attacksOnFiles(size),
    ...attacksByEvents(size),
    ...attacksByReading(size),
  ]
}
