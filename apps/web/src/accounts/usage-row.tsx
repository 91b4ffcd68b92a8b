import type { Quota } from '@triptych/contract/files'
import { formatSize } from '../files/format-size.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { t } from '../words/words.ts'

interface Props {
  quota: Quota
  isBusy: boolean
  onEdit: () => void
  onRemove: () => void
}

export function UsageRow({ quota: { path, bytes, used }, isBusy, onEdit, onRemove }: Props) {
  const name = path === '/' ? t('The whole workspace') : path
  const text =
    bytes === null
      ? t('{used}, no quota', { used: formatSize(used) })
      : t('{used} of {bytes}', { used: formatSize(used), bytes: formatSize(bytes) })
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
        aria-label={`${bytes === null ? t('Set a quota of') : t('Change the quota of')} ${name}`}
        disabled={isBusy}
        onClick={onEdit}
      >
        {bytes === null ? t('Quota…') : t('Change…')}
      </button>
      {bytes !== null && (
        <ConfirmButton
          label={t('Remove')}
          of={t('the quota of {name}', { name })}
          isDisabled={isBusy}
          onConfirm={onRemove}
        />
      )}
    </li>
  )
}
