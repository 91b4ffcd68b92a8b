import type { UploadFile } from 'triptych-client'
import type { ChangeEvent, RefObject } from 'react'
import { t } from '../../words/words.ts'

interface FilePickerProps {
  ref: RefObject<HTMLInputElement | null>
  /** Whether a whole folder is picked, in place of files. */
  isFolder?: boolean
  isOne?: boolean
  onPicked: (files: readonly UploadFile[]) => void
}

/** Opened by a click on it that nobody sees. */
export function FilePicker({ ref, isFolder = false, isOne = false, onPicked }: FilePickerProps) {
  function change({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(currentTarget.files ?? [])]
    onPicked(files.map((file) => ({ file, name: file.webkitRelativePath || file.name })))
    currentTarget.value = ''
  }
  return (
    <input
      ref={ref}
      type="file"
      multiple={!isOne}
      hidden
      aria-label={isFolder ? t('Folder to upload') : t('Files to upload')}
      {...(isFolder && { webkitdirectory: '' })}
      onChange={change}
    />
  )
}
