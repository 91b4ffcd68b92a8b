import { t } from '../words/words.ts'
const kinds: Record<string, (id: string) => string> = {
  tasks: (id) => t('task {id}', { id }),
  links: (id) => t('link {id}', { id }),
  assignments: (id) => t('assignment {id}', { id }),
  resources: (id) => t('resource {id}', { id }),
  baselines: (id) => t('baseline {id}', { id }),
}

/** What the log calls `films/7`, in words. */
export function thingText(entity: string): string {
  if (entity.startsWith('/'))
    return entity.slice(entity.lastIndexOf('/') + 1) || t('the folder of all files')
  const [name = '', id] = entity.split('/')
  if (id === undefined) return t('the table {name}', { name })
  return kinds[name]?.(id) ?? t('row {id} of {name}', { id, name })
}

/** A field or column, as it stands above its values. */
export function fieldText(field: string): string {
  const words = field.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
