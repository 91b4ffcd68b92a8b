import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import { kindKey } from '../entry-kind.ts'

/** The widget sorts by fields of entries: each gets one for its kind when it comes or is called otherwise. */
export function useKinds(api: IApi | null): void {
  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useKinds')
    api.intercept(
      'provide-data',
      ({ data }) => {
        for (const entry of data) {
          const name = entry.id.slice(entry.id.lastIndexOf('/') + 1)
          Object.assign(entry, { kind: kindKey({ name, type: entry.type }) })
        }
      },
      { tag },
    )
    api.intercept('create-file', ({ file }) => void Object.assign(file, { kind: kindKey(file) }), {
      tag,
    })
    api.intercept(
      'rename-file',
      ({ id, name }) => {
        const entry = api.getFile(id)
        if (entry) Object.assign(entry, { kind: kindKey({ name, type: entry.type }) })
      },
      { tag },
    )
    return () => api.detach(tag)
  }, [api])
}
