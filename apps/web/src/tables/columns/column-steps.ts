import type { Column } from '@triptych/contract/tables'
import { renamedChoices } from '../choice-drafts.ts'
import { columnOf, draftOf, kindOf, rulesOf } from './column-kinds.ts'
import type { ColumnDraft } from './column-kinds.ts'
import { optionChanges } from './option-changes.ts'

/** What leads from the columns of a table to those in a form, as `PATCH /tables/{table}` takes it. */
export function columnSteps(columns: readonly Column[], drafts: readonly ColumnDraft[]): object[] {
  const kept = new Map(drafts.map((draft) => [draft.from, draft]))
  const drops = columns.flatMap(({ name }) => (kept.has(name) ? [] : [{ dropColumn: name }]))
  const changes = columns.flatMap((column) => {
    const draft = kept.get(column.name)
    const rules = draft && rulesOf(draft)
    const isSame = JSON.stringify(rules) === JSON.stringify(rulesOf(draftOf(column)))
    if (!rules || isSame) return []
    const options = ('options' in rules && rules.options) || []
    const renameOptions = renamedChoices(draft.choices, options)
    const changeColumn = { name: column.name, ...rules }
    if (renameOptions.length > 0 && column.options === null) {
      // What the cells hold become options first, as only those can get another name.
      const held = [...new Set([...renameOptions.map(({ from }) => from), ...options])]
      const given = { ...changeColumn, options: held, ...('colors' in rules && { colors: null }) }
      return [{ changeColumn: given }, { changeColumn: { ...changeColumn, renameOptions } }]
    }
    const had = rulesOf(draftOf(column))
    if (kindOf(column) !== draft.kind || !('options' in rules) || !('options' in had)) {
      const others = { ...changeColumn, ...(renameOptions.length > 0 && { renameOptions }) }
      return [{ changeColumn: others }]
    }
    const { options: _options, colors: _colors, ...others } = rules
    const changed = Object.entries(others).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(had[key as keyof typeof others]),
    )
    const ofOptions = column.options ? optionChanges(column, draft, renameOptions) : {}
    return [{ changeColumn: { name: column.name, ...Object.fromEntries(changed), ...ofOptions } }]
  })
  const renames = drafts.flatMap(({ from, name }) =>
    from !== null && from !== name.trim() ? [{ renameColumn: { from, to: name.trim() } }] : [],
  )
  const adds = drafts.flatMap((draft) =>
    draft.from === null ? [{ addColumn: columnOf(draft) }] : [],
  )
  return [...drops, ...changes, ...renames, ...adds]
}
