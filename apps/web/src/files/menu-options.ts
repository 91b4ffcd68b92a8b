import { getMenuOptions } from '@svar-ui/react-filemanager'
import type { IFileMenuOption, IParsedEntity, TContextMenuType } from '@svar-ui/react-filemanager'
import { downloadFile, openFile } from '@triptych/client'
import type { Server } from '@triptych/client'
import type { CommentedThing } from '../comments/comments-dialog.tsx'
import type { VersionedFile } from './versions-dialog.tsx'
import type { SharedEntry } from '../shares/share-dialog.tsx'
import type { ViewProps } from '../view.ts'

interface MenuContext {
  server: Server
  /** Anything at all. */
  mayChange: boolean
  mayChangeEntry: (id: string) => boolean
  pickFolder: () => void
  /** That is shown. */
  folder: () => string
  selected: () => readonly string[]
  share: (entry: SharedEntry) => void
  showHistory: ViewProps['showHistory']
  comment: (thing: CommentedThing) => void
  showVersions: (file: VersionedFile) => void
  tell: ViewProps['tell']
}

const addIcons: Record<string, string> = {
  'add-file': 'wxi-file',
  'add-folder': 'wxi-folder',
  upload: 'wxi-arrow-up',
}

const tooMany =
  'These are too many for one download. Choose fewer, or download the folder they are in.'

/** What changes nothing. */
const forReaders = ['download', 'download-more', 'open', 'share', 'comments', 'versions', 'history']
/** What may only be read can still be copied to where it may be changed. */
const forReadOnly = [...forReaders, 'copy']

/** The menus of the widget, and what it leaves out. */
export function menuOptions(context: MenuContext) {
  const { server, mayChange, mayChangeEntry, pickFolder, folder, selected, tell } = context
  function downloadSelected(): void {
    if (!downloadFile(server, selected())) tell({ kind: 'error', text: tooMany })
  }

  return (type: TContextMenuType, item?: IParsedEntity): IFileMenuOption[] => {
    const all = optionsOf(type, item)
    if (!mayChange) return all.filter(({ id }) => forReaders.includes(String(id)))
    if (aboutOf(type, item).every(mayChangeEntry)) return all
    return all.filter(({ id }) => forReadOnly.includes(String(id)))
  }

  function aboutOf(type: TContextMenuType, item?: IParsedEntity): readonly string[] {
    if (type === 'multiselect') return selected()
    return [type === 'add' || !item ? folder() : item.id]
  }

  function optionsOf(type: TContextMenuType, item?: IParsedEntity): IFileMenuOption[] {
    const usual = getMenuOptions(type) as IFileMenuOption[]
    if (type === 'add') {
      return [
        ...usual.map((option) => ({ ...option, icon: addIcons[String(option.id)] ?? '' })),
        { id: 'upload-folder', icon: 'wxi-folder', text: 'Upload folder', handler: pickFolder },
      ]
    }
    if (type === 'multiselect') {
      return [download('Download as zip', downloadSelected), ...usual]
    }
    if (!item) return usual
    if (item.type === 'folder') {
      const zip = download('Download as zip', () => downloadFile(server, item.id))
      return [zip, sharing(item, 'folder'), commenting(item), ...usual, past(item)]
    }
    const handler = () => openFile(server, item.id)
    const open = { id: 'open', icon: 'wxi-expand', text: 'Open', handler }
    return [open, sharing(item, 'file'), commenting(item), ...usual, versions(item), past(item)]
  }

  function versions({ id, name, size = 0, date }: IParsedEntity): IFileMenuOption {
    const now = { size, date: (date ?? new Date()).toISOString() }
    const handler = () => context.showVersions({ id, name, now })
    return { id: 'versions', icon: 'wxi-file-multiple-outline', text: 'Versions…', handler }
  }

  function past({ id, name }: IParsedEntity): IFileMenuOption {
    const shown = { of: `files${id}`, name: `“${name}”` }
    const handler = () => context.showHistory({ ...shown, mayChange: mayChangeEntry(id) })
    return { id: 'history', icon: 'wxi-clock', text: 'History…', handler }
  }

  function sharing({ id, name }: IParsedEntity, type: SharedEntry['type']): IFileMenuOption {
    const handler = () => context.share({ id, name, type })
    return { id: 'share', icon: 'wxi-link', text: 'Share…', hotkey: 'Ctrl+Shift+L', handler }
  }

  function commenting({ id, name }: IParsedEntity): IFileMenuOption {
    const handler = () => context.comment({ of: `files${id}`, name })
    return { id: 'comments', icon: 'wxi-message', text: 'Comments…', handler }
  }
}

function download(text: string, handler: () => void): IFileMenuOption {
  return { id: 'download-more', icon: 'wxi-download', text, handler }
}
