import type { FileEntry } from '@triptych/contract/files'
import type { IApi } from '@svar-ui/react-filemanager'
import { mostFound } from '@triptych/contract/most-found'
import addIcon from 'lucide-static/icons/plus.svg?raw'
import starIcon from 'lucide-static/icons/star.svg?raw'
import copyIcon from 'lucide-static/icons/copy.svg?raw'
import closeIcon from 'lucide-static/icons/x.svg?raw'
import deleteIcon from 'lucide-static/icons/trash-2.svg?raw'
import downloadIcon from 'lucide-static/icons/download.svg?raw'
import moreIcon from 'lucide-static/icons/ellipsis-vertical.svg?raw'
import moveIcon from 'lucide-static/icons/folder-input.svg?raw'
import sortIcon from 'lucide-static/icons/arrow-up-down.svg?raw'
import type { Server } from 'triptych-client'
import { fileHit } from '../find/hits.ts'
import { Icon } from '../icon.tsx'
import { Menu } from '../menu.tsx'
import { countOf, sizeOf } from './count-text.ts'
import { showDetails } from './details/show-details.ts'
import { menuItems } from './deeds/menu-options.ts'
import type { menuOptions } from './deeds/menu-options.ts'
import type { EntryActions } from './deeds/use-entry-actions.tsx'
import { TrashButton } from './deeds/trash-button.tsx'
import { isSearching } from './shown.ts'
import { useShown } from './use-shown.ts'
import type { Shown } from './use-shown.ts'
import './files-bar.css'
import { locale } from '../place/locale.ts'
import { t } from '../words/words.ts'

interface Props {
  api: IApi | null
  server: Server
  actions: EntryActions
  options: ReturnType<typeof menuOptions>
  stars: readonly FileEntry[]
}

/** Below the list: what is in the folder, and what can be done with what is chosen. */
export function FilesBar({ api, server, actions, options, stars }: Props) {
  const shown = useShown(api)
  if (!api || !shown) return <div className="files-bar" />
  const { selected, files } = shown
  return (
    <div className="files-bar" role="toolbar" aria-label={t('Selection')}>
      <span className="files-count" role="status">
        {selected.length > 0
          ? `${t('{count} selected', { count: selected.length.toLocaleString(locale) })}${sizeOf(selected)}`
          : isCut(api, files)
            ? t('The first {count} that were found. A longer text finds less.', {
                count: files.length.toLocaleString(locale),
              })
            : `${countOf(files)}${sizeOf(files)}`}
      </span>
      {selected.length === 0 && <StarMenu stars={stars} />}
      <TrashButton server={server} isOffered={selected.length === 0} />
      {selected.length > 0 ? (
        <OfSelection api={api} selected={selected} actions={actions} options={options} />
      ) : (
        <>
          <SortMenu api={api} shown={shown} />
          <AddMenu options={options} />
        </>
      )}
    </div>
  )
}

/** Whether there may be more than the server tells. */
function isCut(api: IApi, files: Shown['files']): boolean {
  return isSearching(api) && files.length >= mostFound
}

function OfSelection({
  api,
  selected,
  actions,
  options,
}: Pick<Shown, 'selected'> & Pick<Props, 'actions' | 'options'> & { api: IApi }) {
  const [first, second] = selected
  const ids = selected.map(({ id }) => id)
  const mayChange = actions.mayChange(ids)
  const details = { label: t('Details'), run: () => showDetails(api, true) }
  const others = first
    ? options(first.type ?? 'file', first).filter(({ id }) => id !== 'details')
    : []
  return (
    <>
      {button(t('Download'), downloadIcon, () => actions.download(ids))}
      {mayChange && button(t('Move to…'), moveIcon, () => actions.askPlace(ids, 'move-files'))}
      {actions.mayChange([]) &&
        button(t('Copy to…'), copyIcon, () => actions.askPlace(ids, 'copy-files'), 'copy')}
      {mayChange && button(t('Delete'), deleteIcon, () => actions.askDelete(ids), 'delete')}
      {first && !second && (
        <Menu label={t('More to do')} items={[details, ...menuItems(others)]}>
          <Icon svg={moreIcon} />
        </Menu>
      )}
      {button(t('Select nothing'), closeIcon, actions.selectNone, 'none')}
    </>
  )
}

/** The way to what is starred, from anywhere among the files. */
function StarMenu({ stars }: Pick<Props, 'stars'>) {
  if (stars.length === 0) return null
  const items = stars.map((entry) => ({
    label: entry.value,
    href: fileHit(entry).href,
    isPage: true,
  }))
  return (
    <Menu label={t('Starred')} className="button trash" items={items}>
      <Icon svg={starIcon} />
      <span>{t('Starred')}</span>
    </Menu>
  )
}

/** Where the widget hides its own with the folders. */
function AddMenu({ options }: Pick<Props, 'options'>) {
  const items = menuItems(options('add'))
  if (items.length === 0) return null
  return (
    <Menu label={t('New')} className="button primary add" items={items}>
      <Icon svg={addIcon} />
      <span>{t('New')}</span>
    </Menu>
  )
}

function button(text: string, svg: string, run: () => void, look = '') {
  return (
    <button type="button" className={`button ${look}`} title={text} onClick={run}>
      <Icon svg={svg} />
      <span>{text}</span>
    </button>
  )
}

const sorts = [
  { key: 'name', label: t('Name') },
  { key: 'kind', label: t('Type') },
  { key: 'size', label: t('Size') },
  { key: 'date', label: t('Date') },
]

/** Cards have no heads of columns to click on. */
function SortMenu({ api, shown }: { api: IApi; shown: Shown }) {
  const { key, order } = shown.sort
  const name = sorts.find((one) => one.key === key)?.label ?? key
  const now = `${name} ${order === 'asc' ? '↑' : '↓'}`
  const items = sorts.map(({ key: by, label }) => ({
    label,
    run: () => void api.exec('sort-files', { key: by, order: 'asc' }),
  }))
  return (
    <Menu label={t('Sort by: {now}', { now })} className="button sort" items={items}>
      <Icon svg={sortIcon} />
      <span>{now}</span>
    </Menu>
  )
}
