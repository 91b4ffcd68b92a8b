import type { IApi } from '@svar-ui/react-filemanager'
import { fileAddress } from 'triptych-client'
import type { Server } from 'triptych-client'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { activatePanelOf, panelOf } from './panel-of.ts'
import { aboveOf, nameIn, selectedIn } from '../shown.ts'
import type { EntryActions } from '../deeds/use-entry-actions.tsx'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'

/** What can be picked up: a card, a row of the table. */
const things = '.wx-cards > .wx-item, .wx-list .wx-row'
/** Of a row: the picture and the name. */
const names = '.wx-name-cell > *'
/** Onto what it can be dropped: those that are folders, folders of the tree, and those of the path. */
const places = `${things}, .wx-tree li, .wx-breadcrumbs .wx-item`

/** Whoever holds something over a closed folder of the tree for so long wants to go on inside of it. */
const openMs = 700

const backLink = '/wx-filemanager-parent-link'

/** Files and folders are dragged onto folders: they move there, and with Ctrl they are copied. Escape ends it. */
export function useDragMove(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  server: Server,
  actions: EntryActions,
): void {
  useEffect(() => {
    const root = frame.current
    if (!root || !api) return undefined
    let dragged: readonly string[] = []
    let lit: Element | null = null
    let opening: ReturnType<typeof setTimeout> | undefined

    // The browser would mark words instead. The widget makes its rows anew all the time.
    function allow(event: PointerEvent): void {
      const part = event.target as Element
      const thing = part.closest<HTMLElement>(things)
      if (thing) thing.draggable = isPickedUp(part, api!)
    }

    function start(event: DragEvent): void {
      const thing = (event.target as Element).closest?.(things)
      const id = thing && idOf(thing)
      if (!thing || !id || !event.dataTransfer) return event.preventDefault()
      activatePanelOf(thing, api!)
      const selected = selectedIn(api!)
      dragged = selected.includes(id) ? selected : [id]
      if (!selected.includes(id)) void api!.exec('select-file', { id })
      event.dataTransfer.effectAllowed = 'copyMove'
      event.dataTransfer.setData('text/plain', dragged.map(nameIn).join('\n'))
      if (dragged.length === 1 && api!.getFile(id)?.type !== 'folder') {
        // Dropped outside of the browser it is downloaded, where the browser knows how.
        const address = new URL(fileAddress(server, id, true), location.href).href
        const name = nameIn(id).replaceAll(':', '_')
        event.dataTransfer.setData('DownloadURL', `application/octet-stream:${name}:${address}`)
      }
      event.dataTransfer.setDragImage(labelOf(dragged), -12, -8)
    }

    function over(event: DragEvent): void {
      // What comes from outside is uploaded to the folder that it is held over.
      const isFromOutside = event.dataTransfer?.types.includes('Files')
      if (dragged.length === 0)
        return light(isFromOutside ? (folderUnder(event.target, api!)?.part ?? null) : null)
      const place = placeAt(event)
      light(place?.part ?? null)
      if (!place || !event.dataTransfer) return
      event.preventDefault()
      event.stopPropagation()
      event.dataTransfer.dropEffect = event.ctrlKey ? 'copy' : 'move'
    }

    function drop(event: DragEvent): void {
      if (dragged.length === 0) return light(null)
      event.preventDefault()
      event.stopPropagation()
      const place = placeAt(event)
      const ids = dragged
      end()
      if (place) actions.put(ids, place.folder, event.ctrlKey ? 'copy-files' : 'move-files')
    }

    function end(): void {
      dragged = []
      light(null)
      document.querySelector('.drag-label')?.remove()
    }

    function light(part: Element | null): void {
      if (part === lit) return
      lit?.classList.remove('drop-here')
      part?.classList.add('drop-here')
      lit = part
      clearTimeout(opening)
      if (part?.matches('.wx-tree li')) opening = setTimeout(() => openInTree(part), openMs)
    }

    function openInTree(part: Element): void {
      const id = idOf(part)
      const folder = id && api!.getFile(id)
      if (folder && (!folder.open || folder.lazy))
        void api!.exec('open-tree-folder', { id, mode: true })
    }

    /** The folder under the pointer, if what is dragged can go there. */
    function placeAt(event: DragEvent): { part: Element; folder: string } | null {
      const found = folderUnder(event.target, api!)
      if (!found) return null
      const { folder } = found
      const isInItself = dragged.some((one) => folder === one || folder.startsWith(`${one}/`))
      const isThere = !event.ctrlKey && dragged.every((one) => aboveOf(one) === folder)
      return isInItself || isThere ? null : found
    }

    /** The widget would light its whole list for files that come from outside. */
    const hide = (event: DragEvent) => dragged.length > 0 && event.stopPropagation()
    const leave = (event: DragEvent) => {
      hide(event)
      if (!root.contains(event.relatedTarget as Node | null)) light(null)
    }

    const capture = { capture: true }
    root.addEventListener('pointerdown', allow, capture)
    root.addEventListener('dragstart', start, capture)
    root.addEventListener('dragenter', hide, capture)
    root.addEventListener('dragleave', leave, capture)
    root.addEventListener('dragover', over, capture)
    root.addEventListener('drop', drop, capture)
    document.addEventListener('dragend', end, capture)
    return () => {
      end()
      root.removeEventListener('pointerdown', allow, capture)
      root.removeEventListener('dragstart', start, capture)
      root.removeEventListener('dragenter', hide, capture)
      root.removeEventListener('dragleave', leave, capture)
      root.removeEventListener('dragover', over, capture)
      root.removeEventListener('drop', drop, capture)
      document.removeEventListener('dragend', end, capture)
    }
  }, [api, frame, server, actions])
}

/**
 * Whether a press there takes hold of an entry. A table has hardly any room beside its rows: there it is the name, and
 * all of a row that is chosen.
 */
export function isPickedUp(part: Element, api: IApi): boolean {
  const thing = part.closest(things)
  const id = thing && idOf(thing)
  if (!thing || !id || id === backLink) return false
  const { selected = [] } = api.getState().panels?.[panelOf(thing, api)] ?? {}
  return !thing.matches('.wx-row') || part.closest(names) !== null || selected.includes(id)
}

/** The folder that something of the page stands for; of the way up, the one above. */
export function folderUnder(
  target: EventTarget | null,
  api: IApi,
): { part: Element; folder: string } | null {
  const part = target instanceof Element ? target.closest(places) : null
  const id = part && idOf(part)
  if (!part || !id) return null
  const { path = '/' } = api.getState().panels?.[panelOf(part, api)] ?? {}
  const folder = id === backLink ? aboveOf(path) : id
  return api.getFile(folder)?.type === 'folder' ? { part, folder } : null
}

/** The widget writes ids with a colon before them. */
function idOf(part: Element): string | null {
  const id =
    part.getAttribute('data-id') ?? part.querySelector('[data-id]')?.getAttribute('data-id')
  return id?.replace(/^:/, '') ?? null
}

/** What hangs on the pointer: the browser's own would be a picture of the whole row. */
function labelOf(ids: readonly string[]): HTMLElement {
  const label = document.createElement('div')
  label.className = 'drag-label'
  label.textContent =
    ids.length === 1
      ? nameIn(ids[0] ?? '')
      : t('{count} items', { count: ids.length.toLocaleString(locale) })
  document.body.append(label)
  return label
}
