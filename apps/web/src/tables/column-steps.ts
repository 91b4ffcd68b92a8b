import type { Column } from '@triptych/contract/tables'
import { columnOf, draftOf, rulesOf } from './column-kinds.ts'
import type { ColumnDraft } from './column-kinds.ts'

/** What leads from the columns of a table to those in a form, as `PATCH /tables/{table}` takes it. */
export function columnSteps(columns: readonly Column[], drafts: readonly ColumnDraft[]): object[] {
  const kept = new Map(drafts.map((draft) => [draft.from, draft]))
  const drops = columns.flatMap(({ name }) => (kept.has(name) ? [] : [{ dropColumn: name }]))
  const changes = columns.flatMap((column) => {
    const draft = kept.get(column.name)
    const rules = draft && rulesOf(draft)
    const isSame = JSON.stringify(rules) === JSON.stringify(rulesOf(draftOf(column)))
    return !rules || isSame ? [] : [{ changeColumn: { name: column.name, ...rules } }]
  })
  const renames = drafts.flatMap(({ from, name }) =>
    from !== null && from !== name.trim() ? [{ renameColumn: { from, to: name.trim() } }] : [],
  )
  const adds = drafts.flatMap((draft) =>
    draft.from === null ? [{ addColumn: columnOf(draft) }] : [],
  )
  return [...drops, ...changes, ...renames, ...adds]
}
