/** From far to near. */
export const zoomNames = ['year', 'quarter', 'month', 'week', 'day'] as const
export type ZoomName = (typeof zoomNames)[number]

export interface Zoom {
  name: ZoomName
  cellWidth: number
}

const year = { unit: 'year', step: 1, format: '%Y' }
const quarter = { unit: 'quarter', step: 1, format: 'Q%Q' }
const month = { unit: 'month', step: 1, format: '%M' }
const wholeMonth = { unit: 'month', step: 1, format: '%F %Y' }
const week = { unit: 'week', step: 1, format: 'W%w' }
const day = { unit: 'day', step: 1, format: '%j' }

const levels = {
  year: { scales: [year], minCellWidth: 60, maxCellWidth: 300, days: 365 },
  quarter: { scales: [year, quarter], minCellWidth: 50, maxCellWidth: 200, days: 91 },
  month: { scales: [year, month], minCellWidth: 45, maxCellWidth: 200, days: 30 },
  week: { scales: [wholeMonth, week], minCellWidth: 32, maxCellWidth: 160, days: 7 },
  day: { scales: [wholeMonth, day], minCellWidth: 22, maxCellWidth: 120, days: 1 },
}

const usualWidths = { year: 160, quarter: 100, month: 90, week: 84, day: 40 }

/** The zoom that an address or a list of choices names. */
export function zoomNamed(name: string | null): Zoom {
  const known = zoomNames.find((one) => one === name) ?? 'day'
  return { name: known, cellWidth: usualWidths[known] }
}

/** So much is left before the first bar of a plan that is shown whole. */
export const beforeFirst = 16
/** And behind the last one, for its name. */
const behindLast = 110

/** The nearest zoom at which `days` fit into `width`. */
export function zoomToFit(days: number, width: number): Zoom {
  const room = Math.max(0, width - beforeFirst - behindLast)
  for (const name of zoomNames.toReversed()) {
    const { minCellWidth, maxCellWidth } = levels[name]
    const cellWidth = Math.min(Math.floor((room * levels[name].days) / days), maxCellWidth)
    if (cellWidth >= minCellWidth) return { name, cellWidth }
  }
  return { name: 'year', cellWidth: levels.year.minCellWidth }
}

/** What the widget takes as `zoom`. It writes into it, so it gets one of its own each time. */
export function zoomConfig({ name }: Zoom) {
  return {
    level: zoomNames.indexOf(name),
    levels: zoomNames.map((one) => {
      const { scales, minCellWidth, maxCellWidth } = levels[one]
      return { scales: scales.map((scale) => ({ ...scale })), minCellWidth, maxCellWidth }
    }),
  }
}
