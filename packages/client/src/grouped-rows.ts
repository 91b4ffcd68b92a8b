import { headingRow } from './shown-rows.ts'
import type { Row } from './shown-rows.ts'
import type { Arranged } from './table-groups.ts'
import { narrowed } from './table-query.ts'
import type { TableQuery } from './table-query.ts'

type Groups = Omit<Arranged, 'count'>

export interface GroupedOptions {
  /** In which groups rows stand now; `null` where it is in none. */
  read: (signal: AbortSignal) => Promise<Arranged | null>
  onGroups: ((headings: Arranged['headings']) => void) | undefined
  /** Which rows there are, in groups that are folded among them. */
  query: () => TableQuery
}

/** The lines of a grid, which are rows and the headings of their groups, and which of them it wants to draw. */
export function groupedRows({ read, onGroups, query }: GroupedOptions) {
  let groups = inNoGroups
  let wanted = { start: 0, end: 50 }

  return {
    lineOf: (row: number): number => groups.lines.lineOf(row),
    count: (): number => groups.headings.length,
    lines: () => ({ ...groups.lines, headings: groups.headings, ...wanted }),
    /** Answers which rows those are. */
    want(start: number, end: number) {
      wanted = { start, end }
      return wantedRows(groups)
    },
    toTop(): void {
      wanted = { start: 0, end: wanted.end - wanted.start }
    },
    place,
    asked,
    /** What the grid draws: these rows, the first of which stands at `start`, and headings between them. */
    drawn(rows: Row[], start: number): Row[] {
      const { headings, lines } = groups
      if (headings.length === 0) return rows
      const end = Math.max(wanted.end, lines.lineOf(start + rows.length - 1) + 1)
      const drawn: Row[] = []
      for (let line = wanted.start; line < end; line++) {
        const at = lines.headingAt(line)
        const row =
          at === null ? rows[lines.rowsAbove(line) - start] : headingRow(headings[at]!.mark)
        if (row) drawn.push(row)
      }
      return drawn
    },
  }

  /** How the rows stand in groups now; `null` where they stand in none, as before. */
  async function place(signal: AbortSignal) {
    const found = await read(signal)
    if (!found && groups === inNoGroups) return null
    const next = found ?? inNoGroups
    return {
      groups: next,
      // Without groups they are counted as they are loaded.
      count: found?.count ?? Infinity,
      wanted: () => wantedRows(next),
      take() {
        groups = next
        if (found) onGroups?.(found.headings)
      },
    }
  }

  /** The rows that are shown: sorted by their groups first, and without those of groups that are folded. */
  function asked(of = groups): TableQuery {
    return of === inNoGroups ? query() : narrowed({ ...query(), sort: of.sort }, of.filter)
  }

  function wantedRows({ lines: { rowsAbove } }: Groups): { start: number; end: number } {
    return { start: rowsAbove(wanted.start), end: rowsAbove(wanted.end) }
  }
}

const inNoGroups: Groups = {
  sort: [],
  filter: null,
  headings: [],
  lines: {
    lineOf: (row) => row,
    rowsAbove: (line) => line,
    headingAt: () => null,
    lineOfHeading: () => 0,
  },
}
