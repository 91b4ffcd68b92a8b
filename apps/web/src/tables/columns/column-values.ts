import type { Server } from 'triptych-client'

/** Among more nobody chooses. */
export const mostChoices = 200

export type ValuesOf = (column: string) => Promise<readonly (string | number | boolean)[] | null>

/** What the cells of a column hold, each once, so that it can become a choice; `null` where that is too much. */
export function valuesIn(server: Server, table: string): ValuesOf {
  return async (column) => {
    const names = [table, column].map(encodeURIComponent).join('/')
    const path = `${names}/suggest?limit=${mostChoices + 1}`
    const found = (await server.send({ method: 'GET', path })) as (string | number | boolean)[]
    return found.length > mostChoices ? null : found
  }
}
