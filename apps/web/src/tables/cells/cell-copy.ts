import { cellOut, heldRows, loadRows } from 'triptych-client'
import type { Row } from 'triptych-client'
import type { CellStore } from './cell-store.ts'
import { htmlOf, tsvOf } from './clipboard-text.ts'
import type { Copied } from './clipboard-text.ts'
import type { Bounds } from './range.ts'
import { mostRows } from './all-rows.ts'
import { areNamed, loadNames } from './named-rows.ts'
import { locale } from '../../place/locale.ts'
import { counted, reasonOf, t } from '../../words/words.ts'

/** The cells of a range on their way to the clipboard, as other programs read them. */
export function copying(store: CellStore, say: (text: string) => void) {
  const { connection } = store
  /** Rows that were loaded to be copied, for the second try. */
  let ready: { key: string; rows: Row[] } | null = null

  return { copy }

  /** Answers whether they are there. */
  function copy(event: ClipboardEvent): boolean {
    const bounds = store.bounds()
    if (!bounds) return false
    event.preventDefault()
    if (bounds.bottom - bounds.top >= mostRows) {
      say(
        t('At most {most} rows can be copied at once. Export has all of them.', {
          most: mostRows.toLocaleString(locale),
        }),
      )
      return false
    }
    const key = JSON.stringify(bounds)
    const held = heldRows(connection, bounds.top, bounds.bottom + 1)
    const rows = held ?? (ready?.key === key ? ready.rows : null)
    ready = null
    if (!rows || !areNamed(store, rows, bounds)) {
      void copyLater(bounds, key)
      return false
    }
    const cells = copied(rows, bounds)
    event.clipboardData?.setData('text/plain', tsvOf(cells))
    event.clipboardData?.setData('text/html', htmlOf(cells))
    return true
  }

  /** Rows that are not here are loaded first; then the browser may want to be asked again. */
  async function copyLater(bounds: Bounds, key: string): Promise<void> {
    const count = bounds.bottom - bounds.top + 1
    store.now().tell({
      kind: 'info',
      text: counted(count, 'One row is being fetched …', '{count} rows are being fetched …'),
    })
    try {
      const rows = await loadRows(connection, bounds.top, bounds.bottom + 1)
      await loadNames(store, rows, bounds)
      const cells = copied(rows, bounds)
      ready = { key, rows }
      await navigator.clipboard.write([
        new ClipboardItem({
          'text/plain': blob('text/plain', tsvOf(cells)),
          'text/html': blob('text/html', htmlOf(cells)),
        }),
      ])
      store.now().tell({
        kind: 'info',
        text: counted(count, 'One row was copied.', '{count} rows were copied.'),
      })
    } catch (error) {
      const text = ready
        ? t('The rows are here now: press Ctrl+C once more to copy them.')
        : t('They could not be copied. {message}', { message: reasonOf(error as Error) })
      store.now().tell({ kind: ready ? 'info' : 'error', text })
    }
  }

  function copied(rows: readonly Row[], { left, right }: Bounds): Copied[][] {
    const names = store.shape().columns.slice(left, right + 1)
    return rows.map((row) =>
      names.map((name) => {
        const column = store.column(name)
        if (column)
          return { text: store.text(column, row[name]), value: cellOut(column, row[name]) }
        return { text: String(connection.realId(row.id)) }
      }),
    )
  }
}

function blob(type: string, text: string): Blob {
  return new Blob([text], { type })
}
