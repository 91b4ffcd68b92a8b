import type { NewTable } from '@triptych/contract/tables'
import rows from './films.json' with { type: 'json' }

const column = { nullable: true, unique: false, default: null, options: null, reference: null }

export const filmsTable: NewTable = {
  name: 'films',
  columns: [
    { ...column, name: 'name', type: 'text', nullable: false },
    { ...column, name: 'year', type: 'integer' },
    { ...column, name: 'votes', type: 'integer' },
  ],
  indexes: [],
}

export interface Film {
  name: string
  year: number
  votes: number
}

// The compiler reads the tuples of a JSON file as arrays of mixed values.
const tuples = rows as [string, number, number][]
export const films: readonly Film[] = tuples.map(([name, year, votes]) => ({ name, year, votes }))
