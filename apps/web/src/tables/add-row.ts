import type { IApi } from '@svar-ui/react-grid'

type Id = string | number

/** Longer than it takes to read the end of a large table on a busy machine. */
const patienceMs = 20_000

/** Beside which row; without it, below all others. */
export interface Beside {
  before?: Id
  after?: Id
}

/**
 * Adds a row, and opens its first cell, or that of a column, so that what is typed goes there. Answers whether it could.
 */
export async function addRow(
  api: IApi,
  row: object,
  beside: Beside = {},
  wanted?: string,
): Promise<boolean> {
  const event: Beside & { row: object; id?: Id } = { row, ...beside }
  void api.exec('add-row', event)
  const { id } = event
  const written = api.getState().columns.filter((one) => !one.hidden && one.editor)
  const column = (written.find((one) => one.id === wanted) ?? written[0])?.id
  // Where the filter or the order puts it elsewhere there is nothing to open.
  if (id === undefined || column === undefined || !(await isDrawn(id))) return false
  await api.exec('focus-cell', { row: id, column, eventSource: 'key' })
  await api.exec('open-editor', { id, column })
  return true
}

async function isDrawn(id: Id): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  const row = `.wx-body [data-id="${typeof id === 'string' ? `:${id}` : id}"]`
  while (!document.querySelector(row)) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return true
}
