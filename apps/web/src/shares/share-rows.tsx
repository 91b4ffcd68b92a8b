import type { Share } from '@triptych/contract/shares'
import { ConfirmButton } from '../accounts/confirm-button.tsx'
import { isOver, shareText } from './share-text.ts'
import { t } from '../words/words.ts'

interface Props {
  shares: readonly Share[]
  isBusy: boolean
  /** What stands first in a row. */
  titleOf: (share: Share) => string
  /** By whom it was made, where that is not plain. */
  makerOf?: (share: Share) => string | null
  onEnd: (share: Share) => void
}

export function ShareRows({ shares, isBusy, titleOf, makerOf, onEnd }: Props) {
  const now = new Date()
  return (
    <ul className="rows">
      {shares.map((share) => (
        <li key={share.id}>
          <span className="what">
            <strong>{titleOf(share)}</strong>
            <small>
              {isOver(share, now) && <b>{t('Over ·')} </b>}
              {[shareText(share, now), makerOf?.(share)].filter(Boolean).join(' · ')}
            </small>
          </span>
          <ConfirmButton
            label={isOver(share, now) ? t('Remove') : t('End')}
            of={t('the share {share}', { share: titleOf(share) })}
            isDisabled={isBusy}
            onConfirm={() => onEnd(share)}
          />
        </li>
      ))}
    </ul>
  )
}
