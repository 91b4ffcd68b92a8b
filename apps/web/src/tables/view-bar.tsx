import type { Server } from '@triptych/client'
import type { TableDescription, View } from '@triptych/contract/table-schema'
import down from 'lucide-static/icons/chevron-down.svg?raw'
import pencil from 'lucide-static/icons/pencil.svg?raw'
import plus from 'lucide-static/icons/plus.svg?raw'
import copy from 'lucide-static/icons/copy.svg?raw'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { useState } from 'react'
import { writeAddress } from '../address.ts'
import { Dialog } from '../dialog.tsx'
import { problemText } from '../failure-text.ts'
import { Icon } from '../icon.tsx'
import { Menu } from '../menu.tsx'
import { NameDialog } from '../name-dialog.tsx'
import type { Go, ViewProps } from '../view.ts'
import { writeTableAddress } from './table-address.ts'
import type { TableAddress } from './table-address.ts'
import type { TableRights } from './table-rights.ts'
import { isChanged, viewOf } from './view-address.ts'
import { t } from '../words/words.ts'

interface ViewBarProps {
  server: Server
  table: TableDescription
  /** What the view that is shown keeps. */
  base: TableAddress
  address: TableAddress
  rights: TableRights
  go: Go
  tell: ViewProps['tell']
}

type Task = 'new' | 'rename' | 'delete'

/** The saved views of a table, and what has become of the one that is shown. */
export function ViewBar({ server, table, base, address, rights, go, tell }: ViewBarProps) {
  const [task, setTask] = useState<Task | null>(null)
  const shown = table.views.find(({ name }) => name === base.view) ?? null
  const changed = isChanged(address, base)
  const path = `tables/${encodeURIComponent(table.name)}/views`
  const pathOf = (name: string) => `${path}/${encodeURIComponent(name)}`
  const close = () => setTask(null)

  /** All that is shown, until the table is known to have the view. */
  function shownAs(view: string): Record<string, string> {
    return writeTableAddress({ ...address, view })
  }

  async function add(name: string): Promise<void> {
    await server.send({ method: 'POST', path, body: viewOf(name, address, table) })
    close()
    go([table.name], shownAs(name))
  }

  async function save(): Promise<void> {
    const { name } = shown!
    const body = viewOf(name, address, table)
    try {
      await server.send({ method: 'PUT', path: pathOf(name), body })
    } catch (error) {
      tell({ kind: 'error', text: problemText(error as Error) })
    }
  }

  async function rename(name: string): Promise<void> {
    const body: View = { ...shown!, name }
    await server.send({ method: 'PUT', path: pathOf(shown!.name), body })
    close()
    go([table.name], shownAs(name), { replace: true })
  }

  async function remove(): Promise<void> {
    await server.send({ method: 'DELETE', path: pathOf(shown!.name) })
    close()
    go([table.name], {}, { replace: true })
  }

  return (
    <div className="view-bar">
      <nav aria-label={t('Views')}>
        <Tab table={table.name} view={null} isShown={shown === null} />
        {table.views.map(({ name }) => (
          <span key={name} className="view-tab">
            <Tab table={table.name} view={name} isShown={name === shown?.name} />
            {name === shown?.name && rights.rows && (
              <Menu
                label={t('Menu of the view {name}', { name })}
                className="plain icon-only"
                items={[
                  { label: t('Rename …'), icon: pencil, run: () => setTask('rename') },
                  { label: t('Save as another view …'), icon: copy, run: () => setTask('new') },
                  {
                    label: t('Delete …'),
                    icon: trash,
                    isDangerous: true,
                    run: () => setTask('delete'),
                  },
                ]}
              >
                <Icon svg={down} />
              </Menu>
            )}
          </span>
        ))}
        {rights.rows && !changed && (
          <button
            type="button"
            className="plain icon-only"
            aria-label={t('New view')}
            title={t('Keep what is shown as a view')}
            onClick={() => setTask('new')}
          >
            <Icon svg={plus} />
          </button>
        )}
      </nav>
      {changed && (
        <span className="view-changed">
          <span role="status">{shown ? t('Changed') : t('Not saved')}</span>
          {rights.rows && shown && (
            <button type="button" className="plain" onClick={() => void save()}>
              {t('Save')}
            </button>
          )}
          {rights.rows && (
            <button type="button" className="plain" onClick={() => setTask('new')}>
              {shown ? t('Save as …') : t('Save as a view …')}
            </button>
          )}
          <button
            type="button"
            className="plain"
            onClick={() => go([table.name], shown ? { view: shown.name } : {})}
          >
            {t('Discard')}
          </button>
        </span>
      )}
      {task === 'new' && (
        <NameDialog
          title={t('New view')}
          action={t('Save')}
          label={t('Name of the view')}
          hint={t(
            'It keeps the filter, the order of the rows, the columns and their sums. All who see the table see it.',
          )}
          onName={add}
          onClose={close}
        />
      )}
      {task === 'rename' && shown && (
        <NameDialog
          title={t('Rename {name}', { name: shown.name })}
          action={t('Rename')}
          label={t('Name of the view')}
          name={shown.name}
          onName={rename}
          onClose={close}
        />
      )}
      {task === 'delete' && shown && (
        <Dialog
          title={t('Delete the view {name}?', { name: shown.name })}
          action={t('Delete')}
          isDangerous
          onAct={remove}
          onClose={close}
        >
          <p>{t('Nobody will find it any more. The rows of the table stay.')}</p>
        </Dialog>
      )}
    </div>
  )
}

function Tab({ table, view, isShown }: { table: string; view: string | null; isShown: boolean }) {
  const query = view === null ? undefined : { view }
  return (
    <a
      href={writeAddress('tables', [table], query)}
      aria-current={isShown ? 'page' : undefined}
      title={view ?? t('All rows')}
    >
      {view ?? t('All rows')}
    </a>
  )
}
