import type { IApi } from '@svar-ui/react-gantt'
import { useEffect, useState } from 'react'
import { ownFields } from '../grid/own-columns.ts'
import { groupingIn } from './task-groups.ts'
import type { Grouping } from './task-groups.ts'
import { t } from '../../words/words.ts'

interface GroupingChoiceProps {
  api: IApi
  grouping: Grouping | null
  onChoose: (grouping: Grouping | null) => void
}

/** By what the tasks are put together. */
export function GroupingChoice({ api, grouping, onChoose }: GroupingChoiceProps) {
  const [fields, setFields] = useState<string[]>([])
  const look = () => setFields(ownFields(api))
  useEffect(look, [api])
  const own = grouping?.startsWith('own.') ? grouping.slice('own.'.length) : null
  const all = own === null || fields.includes(own) ? fields : [...fields, own]

  return (
    <select
      className="control gantt-grouping"
      aria-label={t('Group tasks')}
      value={grouping ?? ''}
      // What fields there are changes with the plan.
      onFocus={look}
      onPointerDown={look}
      onChange={({ target }) => onChoose(groupingIn(target.value))}
    >
      <option value="">{t('No groups')}</option>
      <option value="who">{t('Groups by person')}</option>
      <option value="state">{t('Groups by state')}</option>
      {all.map((field) => (
        <option key={field} value={`own.${field}`}>
          {t('Groups by {field}', { field })}
        </option>
      ))}
    </select>
  )
}
