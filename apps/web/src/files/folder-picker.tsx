import type { UploadFile } from '@triptych/client'
import type { ChangeEvent, RefObject } from 'react'

interface FolderPickerProps {
  ref: RefObject<HTMLInputElement | null>
  onPicked: (files: readonly UploadFile[]) => void
}

/** Opened by a click on it that nobody sees. */
export function FolderPicker({ ref, onPicked }: FolderPickerProps) {
  function change({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(currentTarget.files ?? [])]
    onPicked(files.map((file) => ({ file, name: file.webkitRelativePath || file.name })))
    currentTarget.value = ''
  }
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label="Folder to upload"
      {...{ webkitdirectory: '' }}
      onChange={change}
    />
  )
}
