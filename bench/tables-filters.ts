import { mostVotes, rareWord } from './tables-rows.ts'

/** One filter, as SVAR has it, and as one would write it by hand for one parameter. */
export interface BenchFilter {
  title: string
  rule: { field: string; type: string; filter: string; value: string | number }
  where: string
  value: string | number
  /** The first fifty are found at once: what is left is the way of a request. */
  isQuick?: true
  /** SQLite chooses the index on the order of rows where it does not know better; by hand one would not. */
  avoidsOrder?: true
}

const fewest = mostVotes - 200

export const filters: Record<string, BenchFilter> = {
  'few by index': {
    title: 'number ≥, 1 row in 1,000, index',
    rule: { field: 'votes', type: 'number', filter: 'greaterOrEqual', value: fewest },
    where: 'votes >= ?',
    value: fewest,
    avoidsOrder: true,
  },
  'half by index': {
    title: 'number ≥, every other row, index',
    rule: { field: 'votes', type: 'number', filter: 'greaterOrEqual', value: mostVotes >> 1 },
    where: 'votes >= ?',
    value: mostVotes >> 1,
    isQuick: true,
  },
  'equal by index': {
    title: 'number =, 1 row in 95, index',
    rule: { field: 'year', type: 'number', filter: 'equal', value: 1994 },
    where: 'year = ?',
    value: 1994,
  },
  'equal text': {
    title: 'text =, 1 row in 10',
    rule: { field: 'country', type: 'text', filter: 'equal', value: 'Japan' },
    where: 'lower(country) = ?',
    value: 'japan',
    isQuick: true,
  },
  contains: {
    title: 'text contains, 1 row in 10,000',
    rule: { field: 'title', type: 'text', filter: 'contains', value: rareWord },
    where: 'title like ?',
    value: `%${rareWord}%`,
  },
}

/** The address of the first page. */
export function firstPage(filter: BenchFilter, count: 'none' | 'exact'): string {
  const set = encodeURIComponent(JSON.stringify({ glue: 'and', rules: [filter.rule] }))
  return `/films?filter=${set}&start=0&end=50&count=${count}`
}
