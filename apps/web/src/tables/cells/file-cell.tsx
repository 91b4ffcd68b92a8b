import type { ICellProps } from '@svar-ui/react-grid'
import file from 'lucide-static/icons/file.svg?raw'
import film from 'lucide-static/icons/film.svg?raw'
import image from 'lucide-static/icons/image.svg?raw'
import music from 'lucide-static/icons/music.svg?raw'
import text from 'lucide-static/icons/file-text.svg?raw'
import { nameIn } from '../../files/shown.ts'
import { kindOf } from '../../files/viewer/kind-of.ts'
import type { Kind } from '../../files/viewer/kind-of.ts'
import { Icon } from '../../icon.tsx'

const icons: Record<Kind, string> = {
  picture: image,
  pdf: text,
  markdown: text,
  text,
  audio: music,
  video: film,
  other: file,
}

/** The name of a file of the drive; whoever points at it is told its path. See `file-tools.tsx` for what opens it. */
export function FileCell({ row, column }: ICellProps) {
  const path: unknown = row[column.id as string]
  if (typeof path !== 'string' || path === '') return null
  const name = nameIn(path)
  return (
    <button type="button" className="open-file" tabIndex={-1} title={path}>
      <Icon svg={icons[kindOf(name)]} />
      <span>{name}</span>
    </button>
  )
}
