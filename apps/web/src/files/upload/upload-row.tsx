import { formatSize } from '../format-size.ts'
import type { Upload, Uploads } from 'triptych-client'
import retry from 'lucide-static/icons/rotate-cw.svg?raw'
import cross from 'lucide-static/icons/x.svg?raw'
import { Icon } from '../../icon.tsx'
import { reasonOf, t } from '../../words/words.ts'

interface UploadRowProps {
  upload: Upload
  uploads: Uploads
  /** Of what is there now. */
  onOpen: (path: string) => void
}

export function UploadRow({ upload, uploads, onOpen }: UploadRowProps) {
  const { id, name, state, loaded, total, path } = upload
  const isOpen = state === 'sending' || state === 'waiting'
  const isRetried = state === 'failed' || state === 'cancelled'
  return (
    <li className={state}>
      {state === 'done' && path !== undefined ? (
        <button
          type="button"
          className="plain upload-name"
          title={t('Open {name}', { name: path })}
          onClick={() => onOpen(path)}
        >
          {name}
        </button>
      ) : (
        <span className="upload-name" title={name}>
          {name}
        </span>
      )}
      {isOpen && (
        <button
          type="button"
          className="plain icon-only"
          aria-label={t('Cancel {name}', { name })}
          onClick={() => uploads.cancel(id)}
        >
          <Icon svg={cross} />
        </button>
      )}
      {isRetried && (
        <button
          type="button"
          className="plain icon-only"
          aria-label={t('Retry {name}', { name })}
          onClick={() => uploads.retry(id)}
        >
          <Icon svg={retry} />
        </button>
      )}
      <span className="upload-state">{stateText(upload)}</span>
      {state === 'sending' && (
        <progress aria-label={name} value={loaded} max={Math.max(total, 1)} />
      )}
    </li>
  )
}

function stateText({ name, state, loaded, total, speed, path, error }: Upload): string {
  if (state === 'waiting') return t('Waiting · {total}', { total: formatSize(total) })
  if (state === 'cancelled') return t('Cancelled')
  if (state === 'failed') return error ? reasonOf(error) : t('Not uploaded')
  if (state === 'sending') {
    const sent = t('{loaded} of {total}', {
      loaded: formatSize(loaded),
      total: formatSize(total),
    })
    return speed > 0 ? `${sent} · ${formatSize(speed)}/s` : sent
  }
  const isRenamed = path !== undefined && !path.endsWith(`/${name}`)
  return isRenamed
    ? t('Uploaded as {path}, as the name was taken', {
        path: path.slice(path.lastIndexOf('/') + 1),
      })
    : formatSize(total)
}
