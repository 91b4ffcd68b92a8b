import type { IParsedEntity } from '@svar-ui/react-filemanager'
import { formatSize } from './format-size.ts'
import { counted } from '../words/words.ts'

/** `2 folders, 1 file`. */
export function countOf(files: readonly IParsedEntity[]): string {
  const folders = files.filter(({ type }) => type === 'folder').length
  const counts = [
    folders > 0 && counted(folders, '{count} folder', '{count} folders'),
    files.length > folders && counted(files.length - folders, '{count} file', '{count} files'),
  ]
  return counts.filter(Boolean).join(', ')
}

/** ` · 1.5 KB`; of a folder all that lies in it counts. */
export function sizeOf(entries: readonly IParsedEntity[]): string {
  const sum = entries.reduce((total, { size = 0 }) => total + size, 0)
  return sum > 0 ? ` · ${formatSize(sum)}` : ''
}
