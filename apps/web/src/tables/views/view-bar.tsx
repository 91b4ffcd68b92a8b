import type { Server } from 'triptych-client'
import type { NewView, TableDescription, View } from '@triptych/contract/table-schema'
import down from 'lucide-static/icons/chevron-down.svg?raw'
import pencil from 'lucide-static/icons/pencil.svg?raw'
import plus from 'lucide-static/icons/plus.svg?raw'
import copy from 'lucide-static/icons/copy.svg?raw'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import lock from 'lucide-static/icons/lock.svg?raw'
import users from 'lucide-static/icons/users.svg?raw'
import { useRef, useState } from 'react'
import { useRights } from '../../accounts/rights.ts'
import { writeAddress } from '../../address.ts'
import { Dialog } from '../../dialog.tsx'
import { problemText } from '../../failure-text.ts'
import { Icon } from '../../icon.tsx'
import { focusSoon } from '../../keep-focus.ts'
import { Menu } from '../../menu.tsx'
import { NameDialog } from '../../name-dialog.tsx'
import type { Go, ViewProps } from '../../view.ts'
import { keepLayout } from './kept-layout.ts'
import { writeTableAddress } from './table-address.ts'
import type { TableAddress } from './table-address.ts'
import type { TableRights } from '../table-rights.ts'
import { isChanged, viewNamed, viewOf } from './view-address.ts'
import { t } from '../../words/words.ts'

interface ViewBarProps {
  server: Server
  table: TableDescription
  /** What the view that is shown keeps. */
  base: TableAddress
  address: TableAddress
  rights: TableRights
  go: Go
  tell: ViewProps['tell']
  /** The table has another view now; of those for oneself nobody else tells. */
  onSaved: () => void
}

type Task = 'new' | 'rename' | 'delete'

/** The saved views of a table, and what has become of the one that is shown. */
export function ViewBar(props: ViewBarProps) {
  const { server, table, base, address, rights, go, tell, onSaved } = props
  const { own: mayOwn } = useRights()
  const [isChosenOwn, setOwn] = useState(false)
  // Who may only read keeps views for themselves.
  const isOwn = isChosenOwn || !rights.rows
  const mayKeep = rights.rows || mayOwn
  const [task, setTask] = useState<Task | null>(null)
  const shown = viewNamed(table.views, base.view)
  const changed = isChanged(address, base)
  const path = `tables/${encodeURIComponent(table.name)}/views`
  const pathOf = (name: string) => `${path}/${encodeURIComponent(name)}`
  const bar = useRef<HTMLElement>(null)
  const close = () => {
    setTask(null)
    stayHere()
  }

  /** What was pressed may be gone then, and with it the keyboard. */
  function stayHere(): void {
    focusSoon(() => bar.current?.querySelector<HTMLElement>('[aria-current]'))
  }

  /** All that is shown, until the table is known to have the view. */
  function shownAs(view: string): Record<string, string> {
    return writeTableAddress({ ...address, view })
  }

  async function add(name: string): Promise<void> {
    const body = viewOf({ name, own: isOwn }, address, table)
    await server.send({ method: 'POST', path, body })
    // The view has it from now on; the plain table is plain again.
    if (address.view === null) keepLayout(table.name, {})
    onSaved()
    close()
    go([table.name], shownAs(name))
  }

  const save = () => replace(viewOf(shown!, address, table))

  /** As it is kept: what was changed since stays as it is. */
  const giveTo = (own: boolean) => replace({ ...shown!, own })

  async function replace(body: NewView): Promise<void> {
    try {
      await server.send({ method: 'PUT', path: pathOf(shown!.name), body })
      onSaved()
      stayHere()
    } catch (error) {
      tell({ kind: 'error', text: problemText(error as Error) })
    }
  }

  async function rename(name: string): Promise<void> {
    const body: View = { ...shown!, name }
    await server.send({ method: 'PUT', path: pathOf(shown!.name), body })
    onSaved()
    close()
    go([table.name], shownAs(name), { replace: true })
  }

  async function remove(): Promise<void> {
    await server.send({ method: 'DELETE', path: pathOf(shown!.name) })
    onSaved()
    close()
    go([table.name], {}, { replace: true })
  }

  return (
    <div className="view-bar">
      <nav aria-label={t('Views')} ref={bar}>
        <Tab table={table.name} view={null} isShown={shown === null} />
        {table.views.map((view) => (
          <span key={`${view.own} ${view.name}`} className="view-tab">
            <Tab table={table.name} view={view} isShown={view === shown} />
            {view === shown && (rights.rows || view.own) && (
              <Menu
                label={t('Menu of the view {name}', { name: view.name })}
                className="plain icon-only"
                items={[
                  { label: t('Rename …'), icon: pencil, run: () => setTask('rename') },
                  { label: t('Save as another view …'), icon: copy, run: () => setTask('new') },
                  ...(mayOwn && rights.rows
                    ? [
                        view.own
                          ? { label: t('Show to all'), icon: users, run: () => void giveTo(false) }
                          : { label: t('Only for me'), icon: lock, run: () => void giveTo(true) },
                      ]
                    : []),
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
        {mayKeep && !changed && (
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
          {shown && (rights.rows || shown.own) && (
            <button type="button" className="plain" onClick={() => void save()}>
              {t('Save')}
            </button>
          )}
          {mayKeep && (
            <button type="button" className="plain" onClick={() => setTask('new')}>
              {shown ? t('Save as …') : t('Save as a view …')}
            </button>
          )}
          <button
            type="button"
            className="plain"
            onClick={() => {
              go([table.name], shown ? { view: shown.name } : {})
              stayHere()
            }}
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
          hint={
            rights.rows
              ? t(
                  'It keeps the filter, the order of the rows, the columns and their sums. All who see the table see it, unless it is only for you.',
                )
              : t(
                  'It keeps the filter, the order of the rows, the columns and their sums. Only you see it.',
                )
          }
          onName={add}
          onClose={close}
        >
          {mayOwn && rights.rows && (
            <label className="check">
              <input
                type="checkbox"
                checked={isOwn}
                onChange={({ target }) => setOwn(target.checked)}
              />
              {t('Only for me')}
            </label>
          )}
        </NameDialog>
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
          <p>
            {shown.own
              ? t('Only you had it. The rows of the table stay.')
              : t('Nobody will find it any more. The rows of the table stay.')}
          </p>
        </Dialog>
      )}
    </div>
  )
}

function Tab({ table, view, isShown }: { table: string; view: View | null; isShown: boolean }) {
  const query = view ? { view: view.name } : undefined
  const name = view?.name ?? t('All rows')
  return (
    <a
      href={writeAddress('tables', [table], query)}
      aria-current={isShown ? 'page' : undefined}
      title={view?.own ? t('{name}, only for me', { name }) : name}
    >
      {view?.own && (
        <span className="own-view" role="img" aria-label={t('Only for me')}>
          <Icon svg={lock} />
        </span>
      )}
      {view?.own && ' '}
      {name}
    </a>
  )
}
