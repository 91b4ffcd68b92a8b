import type { Fields, StoredResource } from '../../ports/gantt-store.ts'
import { fieldsIn, limited, textFrom } from './gantt-value.ts'

/** A resource as a body describes it, but for its id and its parent. It always has a name. */
export function resourceFrom(input: Fields): Pick<StoredResource, 'fields'> {
  const name = textFrom('name', input['name'], 1000)
  return { fields: limited({ name, ...fieldsIn(input, notKept) }) }
}

const notKept = new Set(['id', 'parent', 'data', 'name'])
