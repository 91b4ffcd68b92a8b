import { linkTypes } from '@triptych/contract/gantt'
import { AppError } from '../../errors.ts'
import type { Fields, StoredLink } from '../../ports/gantt-store.ts'
import { fieldsIn, limited, maxSpan, numberFrom } from './gantt-value.ts'
import { idIn } from './temporary-id.ts'

export type LinkInput = Pick<StoredLink, 'source' | 'target' | 'type' | 'lag' | 'fields'>

/**
 * A link as a body describes it. Without a lag it has none: a client that takes it away just says
 * nothing of it. Temporary ids must have been replaced by real ones.
 */
export function linkFrom(input: Fields): LinkInput {
  const source = endFrom(input, 'source')
  const target = endFrom(input, 'target')
  if (source === target) throw badLink('A task cannot be linked to itself.', 'target')
  const type = linkTypes.find((one) => one === (input['type'] ?? 'e2s'))
  if (type === undefined) throw badLink(`type takes one of ${linkTypes.join(', ')}.`, 'type')
  const lag = numberFrom('lag', input['lag'], { from: -maxSpan, to: maxSpan })
  return { source, target, type, lag, fields: limited(fieldsIn(input, notKept)) }
}

const notKept = new Set(['id', 'source', 'target', 'type', 'lag'])

function endFrom(input: Fields, field: 'source' | 'target'): number {
  const id = idIn(input[field])
  if (!id) throw badLink(`${field} takes the id of a task.`, field)
  return id
}

function badLink(message: string, field: string): AppError {
  return new AppError('gantt.bad_link', message, { field })
}
