import type { Role } from '@triptych/contract/accounts'
import { useState } from 'react'
import { RoleSelect } from './role-select.tsx'
import { t } from '../words/words.ts'

interface Props {
  isBusy: boolean
  onAdd: (name: string, role: Role) => void
}

/** For those who may not see which accounts there are: whoever is added is named in full. */
export function NameMember({ isBusy, onAdd }: Props) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('reader')
  const isEmpty = name.trim() === ''

  function add(): void {
    if (isEmpty || isBusy) return
    onAdd(name.trim(), role)
    setName('')
  }

  return (
    <div className="field as-line">
      <input
        aria-label={t('Name of an account')}
        placeholder={t('Name of an account')}
        value={name}
        maxLength={64}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It would make an invitation.
          event.preventDefault()
          add()
        }}
      />
      <RoleSelect label={t('Role of whoever is added')} value={role} onChange={setRole} />
      <button type="button" className="button" disabled={isEmpty || isBusy} onClick={add}>
        {t('Add')}
      </button>
    </div>
  )
}
