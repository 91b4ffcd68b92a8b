import type { Column } from '@triptych/contract/tables'
import { useContext } from 'react'
import { FileCellsContext } from '../cells/file-cells.ts'
import { nameIn } from '../../files/shown.ts'
import { t } from '../../words/words.ts'

interface Props {
  column: Column
  path: string
  isLocked: boolean
  onChosen: (path: string) => void
}

/** Beside the field of a file in a form: the way to the file, and to another one. */
export function FileLinks({ column, path, isLocked, onChosen }: Props) {
  const files = useContext(FileCellsContext)
  if (!files) return null
  return (
    <span className="file-links">
      {path !== '' && (
        <button
          type="button"
          aria-label={t('Open {text}', { text: nameIn(path) })}
          onClick={({ currentTarget }) => files.open(path, () => currentTarget.focus())}
        >
          {t('Open')}
        </button>
      )}
      {!isLocked && (
        <button
          type="button"
          aria-label={t('Choose a file for {name}', { name: column.name })}
          onClick={({ currentTarget }) =>
            files.choose({ path, onChosen, back: () => currentTarget.focus() })
          }
        >
          {t('Choose …')}
        </button>
      )}
    </span>
  )
}
