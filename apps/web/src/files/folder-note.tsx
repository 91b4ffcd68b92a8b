import type { IApi } from '@svar-ui/react-filemanager'
import { useShown } from './use-shown.ts'
import './folder-note.css'
import { t } from '../words/words.ts'

export type FolderStates = Readonly<Record<string, 'loading' | 'failed'>>

interface Props {
  api: IApi | null
  states: FolderStates
}

/** In the place of a list that is not there yet, or could not be had. */
export function FolderNote({ api, states }: Props) {
  const folder = useShown(api)?.folder
  if (!api || folder === undefined || !api.getFile(folder)?.lazy) return null
  if (states[folder] === 'loading')
    return <p className="folder-note loading-late">{t('Loading …')}</p>
  if (states[folder] !== 'failed') return null
  return (
    <div className="folder-note" role="alert">
      <p>{t('What is in this folder could not be loaded.')}</p>
      <button
        type="button"
        className="button"
        onClick={() => void api.exec('request-data', { id: folder })}
      >
        {t('Try again')}
      </button>
    </div>
  )
}
