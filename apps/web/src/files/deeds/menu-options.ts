import type { IFileMenuOption, IParsedEntity, TContextMenuType } from '@svar-ui/react-filemanager'
import { openFile } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { CommentedThing } from '../../comments/comments-dialog.tsx'
import { keyText } from '../../keys/keys.ts'
import type { MenuItem } from '../../menu.tsx'
import type { EntryActions } from './use-entry-actions.tsx'
import { versioned } from './ask-versions.ts'
import type { VersionedFile } from './ask-versions.ts'
import type { Stars } from '../../stars/use-stars.ts'
import type { ViewProps } from '../../view.ts'
import { quoted } from '../../quoted.ts'
import { t } from '../../words/words.ts'

interface MenuContext {
  server: Server
  actions: EntryActions
  /** Anything at all. */
  mayChange: boolean
  isSearching: () => boolean
  /** In the page. */
  open: (id: string) => void
  pickFiles: () => void
  pickFolder: () => void
  showHistory: ViewProps['showHistory']
  comment: (thing: CommentedThing) => void
  showVersions: (file: VersionedFile) => void
  /** As they are when the menu opens. */
  stars: () => Stars
  showDetails: () => void
  /** The widget has an entry of its own for the details then. */
  isNarrow: () => boolean
}

/** What changes nothing. */
const forReaders = [
  'download',
  'open',
  'open-tab',
  'select-all',
  'show-in-folder',
  'share',
  'star',
  'copy-link',
  'comments',
  'versions',
  'history',
  'details',
]
/** What may only be read can still be copied to where it may be changed. */
const forReadOnly = [...forReaders, 'copy', 'copy-to']

/**
 * All menus of the widget. It shows them, and does nothing of its own: an option that it does not know
 * has a handler, and one without `hotkey` is left alone by its keys, which are ours.
 */
export function menuOptions(context: MenuContext) {
  const { actions, mayChange } = context

  return (type: TContextMenuType, item?: IParsedEntity): IFileMenuOption[] => {
    const all = optionsOf(type, item)
    if (!mayChange) return allowed(all, forReaders)
    return actions.mayChange(aboutOf(type, item)) ? all : allowed(all, forReadOnly)
  }

  function aboutOf(type: TContextMenuType, item?: IParsedEntity): readonly string[] {
    if (type === 'multiselect') return actions.selected()
    return [type === 'add' || !item ? actions.folder() : item.id]
  }

  function optionsOf(type: TContextMenuType, item?: IParsedEntity): IFileMenuOption[] {
    if (type === 'add') return adding()
    if (type === 'body' || (!item && type !== 'multiselect')) return background()
    if (type === 'multiselect' || !item) {
      const ids = () => actions.selected()
      return [
        option('download', 'wxi-download', t('Download as zip'), () => actions.download(ids())),
        starring(ids()),
        separator,
        ...placing(ids),
        separator,
        remove(ids),
      ]
    }
    const ids = () => [item.id]
    const isFolder = item.type === 'folder'
    return [
      ...(isFolder ? [] : opening(item)),
      ...(context.isSearching() ? [locating(ids)] : []),
      option('download', 'wxi-download', isFolder ? t('Download as zip') : t('Download'), () =>
        actions.download(ids()),
      ),
      option('share', 'wxi-link', t('Share…'), () => actions.share(item.id), 'Ctrl+Shift+L'),
      option('copy-link', 'wxi-link', t('Copy link'), () => actions.copyLink(item.id)),
      starring(ids()),
      commenting(item),
      separator,
      option('rename', 'wxi-edit', t('Rename…'), () => actions.askName({ rename: item.id }), 'F2'),
      ...placing(ids),
      ...(isFolder && actions.canPaste() ? [pasting(item.id)] : []),
      separator,
      ...(isFolder ? [] : [versions(item)]),
      past(item),
      ...(context.isNarrow() ? [] : [detailing()]),
      separator,
      remove(ids),
    ]
  }

  function adding(): IFileMenuOption[] {
    return [
      option('add-folder-here', 'wxi-folder', t('New folder'), () =>
        actions.askName({ add: 'folder' }),
      ),
      option('add-file-here', 'wxi-file', t('New file'), () => actions.askName({ add: 'file' })),
      option('upload-files', 'wxi-arrow-up', t('Upload files'), context.pickFiles),
      option('upload-folder', 'wxi-folder', t('Upload folder'), context.pickFolder),
    ]
  }

  /** Of the empty room between files. */
  function background(): IFileMenuOption[] {
    const all = option('select-all', 'wxi-check', t('Select all'), actions.selectAll, 'Ctrl+A')
    if (context.isSearching()) return [all]
    const paste = actions.canPaste() ? [pasting(actions.folder())] : []
    return [...adding(), separator, ...paste, all]
  }

  function opening(item: IParsedEntity): IFileMenuOption[] {
    const inTab = () => openFile(context.server, item.id)
    return [
      option('open', 'wxi-eye', t('Open'), () => context.open(item.id), 'Enter'),
      option('open-tab', 'wxi-expand', t('Open in a new tab'), inTab),
    ]
  }

  /** Of what was found. */
  function locating(ids: () => readonly string[]): IFileMenuOption {
    return option('show-in-folder', 'wxi-folder', t('Show in its folder'), () =>
      actions.showInFolder(ids()),
    )
  }

  function placing(ids: () => readonly string[]): IFileMenuOption[] {
    const move = () => actions.askPlace(ids(), 'move-files')
    const copy = () => actions.askPlace(ids(), 'copy-files')
    return [
      option('move-to', 'wxi-folder', t('Move to…'), move),
      option('copy-to', 'wxi-content-copy', t('Copy to…'), copy),
      option('cut', 'wxi-content-cut', t('Cut'), () => actions.take(ids(), 'move-files'), 'Ctrl+X'),
      option(
        'copy',
        'wxi-content-copy',
        t('Copy'),
        () => actions.take(ids(), 'copy-files'),
        'Ctrl+C',
      ),
    ]
  }

  /** The widget shows the root this one only, by its id. */
  function pasting(folder: string): IFileMenuOption {
    return option('paste', 'wxi-content-paste', t('Paste'), () => actions.paste(folder), 'Ctrl+V')
  }

  function remove(ids: () => readonly string[]): IFileMenuOption {
    return option('remove', 'wxi-delete', t('Delete…'), () => actions.askDelete(ids()), 'Delete')
  }

  /** Of several: all have a star afterwards, or none has. */
  function starring(ids: readonly string[]): IFileMenuOption {
    const stars = context.stars()
    const areStarred = ids.every((id) => stars.ids.has(id))
    const text = areStarred ? t('Remove star') : t('Add star')
    return option('star', 'wxi-star', text, () => stars.set(ids, !areStarred))
  }

  function versions(item: IParsedEntity): IFileMenuOption {
    const handler = () => context.showVersions(versioned(item))
    return option('versions', 'wxi-file-multiple-outline', t('Versions…'), handler)
  }

  function past({ id, name }: IParsedEntity): IFileMenuOption {
    const shown = { of: `files${id}`, name: quoted(name) }
    const handler = () => context.showHistory({ ...shown, mayChange: actions.mayChange([id]) })
    return option('history', 'wxi-clock', t('History…'), handler)
  }

  function detailing(): IFileMenuOption {
    return option('details', 'wxi-eye', t('Details'), context.showDetails)
  }

  function commenting({ id, name }: IParsedEntity): IFileMenuOption {
    const handler = () => context.comment({ of: `files${id}`, name })
    return option('comments', 'wxi-message', t('Comments…'), handler)
  }
}

/** Of a file that is looked at: what leads away from it is for the list, and its buttons are not said twice. */
const forViewer = ['rename', 'share', 'comments', 'versions', 'history', 'remove']

export function viewerOptions(options: readonly IFileMenuOption[]): MenuItem[] {
  return menuItems(options.filter(({ id }) => forViewer.includes(String(id))))
}

/** The widget's menus, for those who have no second button to open them with. Our options need nothing of the widget. */
export function menuItems(options: readonly IFileMenuOption[]): MenuItem[] {
  return options.flatMap(({ text, handler, id }) => {
    const run = handler as (() => void) | undefined
    return text && run ? [{ label: text, run, isDangerous: id === 'remove' }] : []
  })
}

const separator = { comp: 'separator' } as IFileMenuOption

function option(
  id: string,
  icon: string,
  text: string,
  handler: () => void,
  key?: string,
): IFileMenuOption {
  return { id, icon, text, handler, ...(key && { subtext: keyText(key) }) }
}

/** Without lines that part nothing any more. */
function allowed(options: IFileMenuOption[], ids: readonly string[]): IFileMenuOption[] {
  return options.filter(({ id }) => ids.includes(String(id)))
}
