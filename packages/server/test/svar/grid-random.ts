import { allColumns } from './grid-columns.ts'

export interface Random {
  /** From 0 to `limit - 1`. */
  below(limit: number): number
  of<T>(list: readonly T[]): T
}

/** mulberry32: the same seed gives the same numbers everywhere. */
export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, of: (list) => list[below(list.length)]! }
}

/** What a page can have in a cell of `allColumns` and send in every action; never empty. */
export function randomCell(random: Random, column: string): unknown {
  const n = random.below(1_000_000)
  const make: Record<string, () => unknown> = {
    name: () => `näme ${n}`,
    year: () => n - 500_000,
    score: () => n / 7,
    seen: () => n % 2 === 0,
    day: () => new Date(1990 + (n % 60), n % 12, 1 + (n % 28)),
    at: () => new Date(n * 1_000_000),
    extra: () => n,
    state: () => random.of(['open', 'done']),
    tags: () => random.of([['red'], ['green', 'blue'], ['blue', 'red', 'green']]),
    title: () => `title ${n}`,
    count: () => n,
    code: () => `code ${n} ${random.below(1_000_000)}`,
  }
  return make[column]!()
}

export const columnNames = allColumns.map(({ name }) => name)

export function randomRow(random: Random, columns = columnNames): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, randomCell(random, column)]))
}
