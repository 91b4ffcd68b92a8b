import { useEffect, useState } from 'react'
import { useRights } from './accounts/rights.ts'
import { writeAddress } from './address.ts'
import type { ViewName } from './address.ts'
import { NameDialog } from './name-dialog.tsx'
import type { Message } from './view.ts'
import { listWorkspaces, makeWorkspace, pageOf, workspace } from './workspaces.ts'

const makeNew = '+'

interface Props {
  view: ViewName
  tell: (message: Message) => void
}

export function WorkspaceSwitcher({ view, tell }: Props) {
  const [names, setNames] = useState<readonly string[]>([workspace.name])
  const [isAsking, setAsking] = useState(false)
  const { administer } = useRights()
  useEffect(() => {
    listWorkspaces()
      .then(setNames)
      .catch((error: Error) => {
        tell({ kind: 'error', text: `The workspaces could not be listed. ${error.message}` })
      })
  }, [tell])

  const show = (name: string) => location.assign(pageOf(name) + writeAddress(view))
  const make = async (name: string) => {
    await makeWorkspace(name)
    show(name)
  }
  return (
    <>
      <select
        className="control workspaces"
        aria-label="Workspace"
        value={workspace.name}
        onChange={({ target }) => (target.value === makeNew ? setAsking(true) : show(target.value))}
      >
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
        {administer && <option value={makeNew}>New workspace…</option>}
      </select>
      {isAsking && (
        <NameDialog
          title="New workspace"
          action="Create"
          label="Name"
          hint="Lower-case letters, digits and hyphens"
          onName={make}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
