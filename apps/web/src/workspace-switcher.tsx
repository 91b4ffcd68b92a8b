import { useEffect, useState } from 'react'
import { writeAddress } from './address.ts'
import type { ViewName } from './address.ts'
import type { Message } from './view.ts'
import { listWorkspaces, makeWorkspace, pageOf, workspace } from './workspaces.ts'

const makeNew = '+'

interface Props {
  view: ViewName
  tell: (message: Message) => void
}

export function WorkspaceSwitcher({ view, tell }: Props) {
  const [names, setNames] = useState<readonly string[]>([workspace.name])
  useEffect(() => {
    listWorkspaces()
      .then(setNames)
      .catch((error: Error) => {
        tell({ kind: 'error', text: `The workspaces could not be listed. ${error.message}` })
      })
  }, [tell])

  const choose = async (name: string) => {
    if (name !== makeNew) return location.assign(pageOf(name) + writeAddress(view))
    const wanted = prompt('Name of the new workspace (lower-case letters, digits, hyphens):')
    if (!wanted) return
    try {
      await makeWorkspace(wanted)
      location.assign(pageOf(wanted) + writeAddress(view))
    } catch (error) {
      tell({ kind: 'error', text: `The workspace was not made. ${(error as Error).message}` })
    }
  }
  return (
    <select
      className="workspaces"
      aria-label="Workspace"
      value={workspace.name}
      onChange={({ target }) => void choose(target.value)}
    >
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
      <option value={makeNew}>New workspace…</option>
    </select>
  )
}
