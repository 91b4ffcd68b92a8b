import type { NewTable } from '@triptych/contract/tables'
import { films, filmsTable } from './films.ts'

const column = { nullable: true, unique: false, default: null, options: null, reference: null }

/** One column of each kind, so that every editor has something to do. */
export const screeningsTable: NewTable = {
  name: 'screenings',
  columns: [
    {
      ...column,
      name: 'film',
      type: 'integer',
      reference: { table: filmsTable.name, onDelete: 'clear' },
    },
    { ...column, name: 'day', type: 'date', nullable: false },
    { ...column, name: 'hall', type: 'text', options: ['Large', 'Small', 'Garden'] },
    { ...column, name: 'price', type: 'number', default: 9.5 },
    { ...column, name: 'sold', type: 'integer', default: 0 },
    { ...column, name: 'subtitles', type: 'boolean', default: false },
    { ...column, name: 'note', type: 'text' },
  ],
  indexes: [],
}

export interface Screening {
  film: number
  day: string
  hall: string
  price: number
  sold: number
  subtitles: boolean
  note: string | null
}

const halls = ['Large', 'Small', 'Garden'] as const
const notes = ['With an introduction', 'For schools', 'The restored version', 'Last time']
const dayMs = 24 * 60 * 60 * 1000

/** The programme from `today` on; the ids of films are their places in the list, from 1. */
export function screenings(today: Date): Screening[] {
  return Array.from({ length: 60 }, (_, number) => {
    const hall = halls[number % halls.length] ?? 'Small'
    const day = new Date(today.getTime() + Math.floor(number / 3) * dayMs)
    return {
      film: ((number * 37) % films.length) + 1,
      day: day.toISOString().slice(0, 10),
      hall,
      price: hall === 'Garden' ? 12 : hall === 'Large' ? 11.5 : 9.5,
      sold: (number * 53) % (hall === 'Large' ? 240 : 80),
      subtitles: number % 4 === 0,
      note: number % 7 === 3 ? (notes[Math.floor(number / 7) % notes.length] ?? null) : null,
    }
  })
}
