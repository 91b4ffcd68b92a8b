import type { IApi } from '@svar-ui/react-grid'

type Id = string | number

/** Longer than it takes to read the end of a large table; who waits for more is elsewhere by then. */
const patienceMs = 5000

/** Adds an empty row, and opens its first cell, so that what is typed goes there. */
export async function addRow(api: IApi): Promise<void> {
  const event: { row: object; id?: Id } = { row: {} }
  void api.exec('add-row', event)
  const { id } = event
  const column = api.getState().columns.find((one) => !one.hidden && one.editor)?.id
  // Where the filter or the order puts it elsewhere there is nothing to open.
  if (id === undefined || column === undefined || !(await isDrawn(id))) return
  await api.exec('focus-cell', { row: id, column, eventSource: 'key' })
  await api.exec('open-editor', { id, column })
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
