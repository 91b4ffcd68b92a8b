import { downloadFile } from 'triptych-client'
import { when } from '../../accounts/when.ts'
import { formatSize } from '../format-size.ts'
import type { PartProps } from './viewed-file.ts'
import { t } from '../../words/words.ts'

/** What is known of a file that cannot be shown. */
export function OtherViewer({ server, file, reason }: PartProps & { reason: string }) {
  const { id, name, size, date } = file
  return (
    <div className="viewer-note">
      <p role="status">{reason}</p>
      <dl>
        <dt>{t('Name')}</dt>
        <dd>{name}</dd>
        <dt>{t('Size')}</dt>
        <dd>{formatSize(size)}</dd>
        {date && (
          <>
            <dt>{t('Changed')}</dt>
            <dd>{when(date.toISOString())}</dd>
          </>
        )}
      </dl>
      <button
        type="button"
        className="button primary"
        onClick={() => void downloadFile(server, id)}
      >
        {t('Download')}
      </button>
    </div>
  )
}
