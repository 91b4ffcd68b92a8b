import type { Role } from '@triptych/contract/accounts'
import { t } from '../words/words.ts'

export const roleNames: Record<Role, string> = {
  reader: t('Reader'),
  commenter: t('Commenter'),
  editor: t('Editor'),
  owner: t('Owner'),
}

interface Props {
  label: string
  value: Role
  isDisabled?: boolean
  onChange: (role: Role) => void
}

export function RoleSelect({ label, value, isDisabled = false, onChange }: Props) {
  return (
    <select
      className="control"
      aria-label={label}
      value={value}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.value as Role)}
    >
      {Object.entries(roleNames).map(([role, name]) => (
        <option key={role} value={role}>
          {name}
        </option>
      ))}
    </select>
  )
}
