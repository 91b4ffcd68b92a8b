import type { Server } from './server.ts'

/** What the widget knows of an entry when it asks for a picture. */
export interface Pictured {
  id?: string
  type?: string
  ext?: string
  date?: Date
  listed?: string
}

/** The kinds of which the server makes previews; files of offices may have a picture of their first page in them. */
const pictured =
  /^(png|jpe?g|webp|gif|avif|svg|tiff?|pdf|doc[xm]|dotx|xls[xm]|xltx|ppt[xm]|ppsx|od[tspg]|pages|numbers|key)$/

/** Longer addresses are refused by servers, or by what stands before them. */
const longestAddress = 6000

/** Whether the server knows an entry by its path: not yet while a change of it waits. */
export function isOnServer({ id, listed }: Pictured): boolean {
  return id === listed
}

/** For the `previews` of the widget. */
export function previewAddress(server: Server) {
  return (entry: Pictured, width: number, height: number): string | null => {
    const { id, type, ext, date } = entry
    if (!id || !isOnServer(entry) || type === 'folder' || !pictured.test(ext ?? '')) return null
    const box = `width=${Math.round(width)}&height=${Math.round(height)}`
    // The time is there for the browser, which would show the picture of an older version.
    const version = date ? `&of=${date.getTime()}` : ''
    return server.link(`preview?${box}&id=${encodeURIComponent(id)}${version}`)
  }
}

/** For the `icons` of the widget. */
export function iconAddress(server: Server) {
  return ({ type, ext }: Pictured, size: string): string => {
    const name = type && type !== 'file' ? type : ext || 'file'
    return server.link(`icons/${size}/${encodeURIComponent(name)}.svg`)
  }
}

/** A folder comes as a zip archive, and so do several things together. */
export function fileAddress(
  server: Server,
  ids: string | readonly string[],
  isDownload = false,
): string {
  const named = [ids].flat().map((id) => `id=${encodeURIComponent(id)}`)
  return server.link(`direct?${named.join('&')}${isDownload ? '&download' : ''}`)
}

/** Shows a file in a tab of its own. */
export function openFile(server: Server, id: string): void {
  window.open(fileAddress(server, id), '_blank', 'noopener')
}

/** Answers `false`, and does nothing, when these are too many for one address. */
export function downloadFile(server: Server, ids: string | readonly string[]): boolean {
  const href = fileAddress(server, ids, true)
  if ([ids].flat().length > 1 && href.length > longestAddress) return false
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
  return true
}
