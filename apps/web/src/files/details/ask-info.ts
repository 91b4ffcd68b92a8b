import type { FileInfo } from '@triptych/contract/files'
import type { Server } from 'triptych-client'
import { formatSize } from '../format-size.ts'
import { locale } from '../../place/locale.ts'
import { counted } from '../../words/words.ts'
import { infoName, infoValue } from './info-names.ts'

/** What the list says of it anyway. */
const ofFolders = ['Size', 'Count', 'Files', 'Folders']
/** A picture is shown as it was held. */
const saidAnyway = [...ofFolders, 'Type', 'Orientation']

export interface EntryInfo {
  /** All that is in a folder, in words: `12 files, 3 folders`. */
  inside: string
  /** Of a folder with all that is in it. */
  size: number | undefined
  /** Of a photo its camera, and so on, in the order in which they are shown. */
  facts: readonly (readonly [name: string, value: string])[]
}

/** What is in a file or folder. */
export async function askInfo(server: Server, id: string): Promise<EntryInfo> {
  const path = `info/${encodeURIComponent(id)}`
  const info = (await server.send({ method: 'GET', path })) as FileInfo
  const { Files: files, Folders: folders, Size: size } = info
  return {
    inside: [
      typeof files === 'number' && counted(files, '{count} file', '{count} files'),
      typeof folders === 'number' &&
        folders > 0 &&
        counted(folders, '{count} folder', '{count} folders'),
    ]
      .filter(Boolean)
      .join(', '),
    size: typeof size === 'number' ? size : undefined,
    facts: Object.entries(withDimensions(info))
      .filter(([name]) => !saidAnyway.includes(name))
      .map(([name, value]) => [infoName(name), infoValue(name, value)] as const),
  }
}

/** One fact where the server says two. */
function withDimensions({ Width: width, Height: height, ...others }: FileInfo): FileInfo {
  if (typeof width !== 'number' || typeof height !== 'number') return others
  const said = [width, height].map((pixels) => pixels.toLocaleString(locale)).join(' × ')
  return { Dimensions: `${said} px`, ...others }
}

/** Rounded, as everywhere, and to the byte where that is something else. */
export function wholeSize(bytes: number): string {
  if (bytes < 1024) return formatSize(bytes)
  return `${formatSize(bytes)} (${bytes.toLocaleString(locale)} B)`
}
