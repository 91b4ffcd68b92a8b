/** Rows and the headings between them, one line each, so that either is found from the other. */
export interface Lines {
  /** The line in which a row stands, by its place among the rows. */
  lineOf: (row: number) => number
  /** How many rows stand above a line: the place of its row, where it is one. */
  rowsAbove: (line: number) => number
  /** Which heading stands in a line; `null` where it is a row. */
  headingAt: (line: number) => number | null
  lineOfHeading: (heading: number) => number
}

/** `above` tells for each heading, from the first to the last, how many rows stand above it. */
export function linesOf(above: readonly number[]): Lines {
  const headingsAbove = (line: number) => firstThat((at) => above[at]! + at >= line)

  /** The first heading for which that is true, as it is for all behind it. */
  function firstThat(isSo: (at: number) => boolean): number {
    let [low, high] = [0, above.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isSo(middle)) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    lineOf: (row) => row + firstThat((at) => above[at]! > row),
    rowsAbove: (line) => line - headingsAbove(line),
    lineOfHeading: (at) => above[at]! + at,
    headingAt(line) {
      const at = headingsAbove(line)
      return at < above.length && above[at]! + at === line ? at : null
    },
  }
}
