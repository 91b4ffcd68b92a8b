/** The class of a cell of the chart: days off are shaded, and the cell of today is marked. */
export function highlightTime(date: Date, unit: string): string {
  const isToday = unit === 'day' && date.toDateString() === new Date().toDateString()
  const isOff = unit === 'day' && [0, 6].includes(date.getDay())
  return [isOff ? 'wx-weekend' : '', isToday ? 'gantt-today' : ''].join(' ').trim()
}
