import type { Role } from '@triptych/contract/accounts'

export const roleNames: Record<Role, string> = {
  reader: 'Reader',
  commenter: 'Commenter',
  editor: 'Editor',
  owner: 'Owner',
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
