import { lazy, Suspense, useState } from 'react'
import { useRights } from './accounts/rights.ts'
import { writeAddress } from './address.ts'
import type { ViewName } from './address.ts'
import { NameDialog } from './name-dialog.tsx'
import type { Workspaces } from './workspaces.ts'
import { defaultWorkspace, makeWorkspace, pageOf, workspace } from './workspaces.ts'
import { t } from './words/words.ts'

/** No name of a workspace begins like these. */
const makeNew = '+'
const renameThis = '='
const deleteThis = '~'

const DeleteWorkspace = lazy(async () => ({
  default: (await import('./delete-workspace.tsx')).DeleteWorkspace,
}))

type Asked = typeof makeNew | typeof renameThis | typeof deleteThis

interface Props {
  view: ViewName
  workspaces: Workspaces
}

export function WorkspaceSwitcher({ view, workspaces: { all, title, rename } }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { administer, limit } = useRights()

  const show = (name: string) => location.assign(pageOf(name) + writeAddress(view))
  function choose(value: string): void {
    if (value === makeNew || value === renameThis || value === deleteThis) setAsked(value)
    else show(value)
  }
  return (
    <>
      <select
        className="control workspaces"
        aria-label={t('Workspace')}
        value={workspace.name}
        onChange={({ target }) => choose(target.value)}
      >
        {all.map((one) => (
          <option key={one.name} value={one.name}>
            {one.title}
          </option>
        ))}
        {(limit || administer) && <hr />}
        {limit && <option value={renameThis}>{t('Rename this workspace…')}</option>}
        {limit && workspace.name !== defaultWorkspace && (
          <option value={deleteThis}>{t('Delete this workspace…')}</option>
        )}
        {administer && <option value={makeNew}>{t('New workspace…')}</option>}
      </select>
      {asked === makeNew && (
        <NameDialog
          title={t('New workspace')}
          action={t('Create')}
          label={t('Name')}
          hint={t('As people call it: Big plan 2027')}
          onName={async (name) => show((await makeWorkspace(name)).name)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === renameThis && (
        <NameDialog
          title={t('Rename this workspace')}
          action={t('Rename')}
          label={t('Name')}
          hint={t('Links to it stay what they are.')}
          name={title}
          onName={async (name) => {
            await rename(name)
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === deleteThis && (
        <Suspense>
          <DeleteWorkspace title={title} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}
