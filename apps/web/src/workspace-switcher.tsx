import chevron from 'lucide-static/icons/chevron-down.svg?raw'
import { Suspense, useState } from 'react'
import { useRights } from './accounts/rights.ts'
import { writeAddress } from './address.ts'
import type { ViewName } from './address.ts'
import { later } from './later.ts'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu.tsx'
import { NameDialog } from './name-dialog.tsx'
import type { Workspaces } from './workspaces.ts'
import { defaultWorkspace, makeWorkspace, pageOf, workspace } from './workspaces.ts'
import { t } from './words/words.ts'

const DeleteWorkspace = later(async () => (await import('./delete-workspace.tsx')).DeleteWorkspace)

const DeletedWorkspaces = later(
  async () => (await import('./deleted-workspaces.tsx')).DeletedWorkspaces,
)

type Asked = 'make' | 'rename' | 'delete' | 'deleted'

interface Props {
  view: ViewName
  workspaces: Workspaces
}

export function WorkspaceSwitcher({ view, workspaces: { all, title, rename } }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { administer, limit } = useRights()

  const there = (name: string) => pageOf(name) + writeAddress(view)
  const ask = (label: string, what: Asked): MenuItem => ({ label, run: () => setAsked(what) })
  const deeds = [
    ...(limit ? [ask(t('Rename this workspace…'), 'rename')] : []),
    ...(limit && workspace.name !== defaultWorkspace
      ? [ask(t('Delete this workspace…'), 'delete')]
      : []),
    ...(administer ? [ask(t('New workspace…'), 'make')] : []),
    ...(limit || administer ? [ask(t('Deleted workspaces…'), 'deleted')] : []),
  ]
  const items: MenuItem[] = [
    ...all.map((one): MenuItem => {
      const isCurrent = one.name === workspace.name
      // Whoever chooses what is shown stays where they are in it.
      if (isCurrent) return { label: one.title, isCurrent, run: () => {} }
      return { label: one.title, href: there(one.name), isPage: true }
    }),
    ...deeds.map((deed, index) => ({ ...deed, beginsGroup: index === 0 })),
  ]
  return (
    <>
      <Menu label={t('Workspace: {title}', { title })} className="button workspaces" items={items}>
        <span>{title}</span>
        <Icon svg={chevron} />
      </Menu>
      {asked === 'make' && (
        <NameDialog
          title={t('New workspace')}
          action={t('Create')}
          label={t('Name')}
          hint={t('As people call it: Big plan 2027')}
          onName={async (name) => location.assign(there((await makeWorkspace(name)).name))}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'rename' && (
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
      {asked === 'delete' && (
        <Suspense>
          <DeleteWorkspace title={title} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      {asked === 'deleted' && (
        <Suspense>
          <DeletedWorkspaces onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}
