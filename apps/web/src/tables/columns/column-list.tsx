import type { FormulaRow } from '@triptych/contract/formula/compile-formula'
import { useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { ColumnFields } from './column-fields.tsx'
import { newColumn } from './column-kinds.ts'
import type { ColumnDraft } from './column-kinds.ts'
import type { ValuesOf } from './column-values.ts'
import { t } from '../../words/words.ts'

interface ColumnListProps {
  drafts: readonly ColumnDraft[]
  setDrafts: Dispatch<SetStateAction<ColumnDraft[]>>
  tables: readonly string[]
  rows?: readonly FormulaRow[]
  valuesOf?: ValuesOf
}

/** The columns of a table that is made or changed. One has to stay. */
export function ColumnList(props: ColumnListProps) {
  const { drafts, setDrafts, tables, rows = [], valuesOf = null } = props
  /** The one that was added last: its name is typed next. */
  const [added, setAdded] = useState<number | null>(null)
  const add = () => {
    const draft = newColumn()
    setAdded(draft.key)
    setDrafts((all) => [...all, draft])
  }
  const change = (next: ColumnDraft) =>
    setDrafts((all) => all.map((each) => (each.key === next.key ? next : each)))
  const remove = (gone: ColumnDraft) =>
    setDrafts((all) => all.filter(({ key }) => key !== gone.key))
  return (
    <>
      <ul className="column-list">
        {drafts.map((draft, index) => (
          <ColumnFields
            key={draft.key}
            draft={draft}
            number={index + 1}
            tables={tables}
            drafts={drafts}
            rows={rows}
            valuesOf={valuesOf}
            focus={draft.key === added ? 'name' : null}
            onChange={change}
            onDelete={drafts.length > 1 ? () => remove(draft) : null}
          />
        ))}
      </ul>
      <button type="button" className="plain" onClick={add}>
        {t('Add a column')}
      </button>
    </>
  )
}
