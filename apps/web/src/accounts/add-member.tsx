import type { Member, Role } from '@triptych/contract/accounts'
import { useState } from 'react'
import { RoleSelect } from './role-select.tsx'
import { t } from '../words/words.ts'

type Other = Pick<Member, 'kind' | 'id' | 'name'>

interface Props {
  others: readonly Other[]
  isBusy: boolean
  onAdd: (other: Other, role: Role) => void
}

/** Somebody who has an account already needs no invitation. */
export function AddMember({ others, isBusy, onAdd }: Props) {
  const [chosen, setChosen] = useState('')
  const [role, setRole] = useState<Role>('reader')
  if (others.length === 0) return null
  const other = others.find(({ kind, id }) => kind + id === chosen)
  return (
    <div className="field as-line">
      <select
        className="control"
        aria-label={t('Account or group')}
        value={other ? chosen : ''}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="">{t('Add …')}</option>
        {others.map(({ kind, id, name }) => (
          <option key={kind + id} value={kind + id}>
            {kind === 'group' ? t('{name} (group)', { name }) : name}
          </option>
        ))}
      </select>
      <RoleSelect label={t('Role of whoever is added')} value={role} onChange={setRole} />
      <button
        type="button"
        className="button"
        disabled={!other || isBusy}
        onClick={() => other && onAdd(other, role)}
      >
        {t('Add')}
      </button>
    </div>
  )
}
