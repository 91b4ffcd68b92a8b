import type { Quota } from '@triptych/contract/files'
import { formatSize } from '../files/format-size.ts'
import { ConfirmButton } from './confirm-button.tsx'

interface Props {
  quota: Quota
  isBusy: boolean
  onEdit: () => void
  onRemove: () => void
}

export function UsageRow({ quota: { path, bytes, used }, isBusy, onEdit, onRemove }: Props) {
  const name = path === '/' ? 'The whole workspace' : path
  const text =
    bytes === null ? `${formatSize(used)}, no quota` : `${formatSize(used)} of ${formatSize(bytes)}`
  return (
    <li>
      <span className="what">
        <strong>{name}</strong>
        <small>{text}</small>
        {bytes !== null && (
          <span className={used >= bytes ? 'use full' : 'use'} aria-hidden="true">
            <span
              style={{ width: `${bytes === 0 ? 100 : Math.min(100, (used / bytes) * 100)}%` }}
            />
          </span>
        )}
      </span>
      <button
        type="button"
        className="button"
        aria-label={`${bytes === null ? 'Set a quota of' : 'Change the quota of'} ${name}`}
        disabled={isBusy}
        onClick={onEdit}
      >
        {bytes === null ? 'Quota…' : 'Change…'}
      </button>
      {bytes !== null && (
        <ConfirmButton
          label="Remove"
          of={`the quota of ${name}`}
          isDisabled={isBusy}
          onConfirm={onRemove}
        />
      )}
    </li>
  )
}
