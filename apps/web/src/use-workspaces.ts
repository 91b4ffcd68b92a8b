import { useCallback, useEffect, useState } from 'react'
import type { Server } from 'triptych-client'
import { useFollow } from './use-follow.ts'
import type { Message } from './view.ts'
import { listWorkspaces, renameWorkspace, workspace } from './workspaces.ts'
import type { NamedWorkspace, Workspaces } from './workspaces.ts'
import { reasonOf, t } from './words/words.ts'

/** Those that one may see, by the titles that people gave them. */
export function useWorkspaces(server: Server, tell: (message: Message) => void): Workspaces {
  const [all, setAll] = useState<readonly NamedWorkspace[]>([
    { name: workspace.name, title: workspace.name },
  ])
  useEffect(() => {
    listWorkspaces()
      .then(setAll)
      .catch((error: Error) => {
        tell({
          kind: 'error',
          text: t('The workspaces could not be listed. {message}', { message: reasonOf(error) }),
        })
      })
  }, [tell])
  useFollow(
    server,
    ({ operation }) => operation === 'title-changed',
    // Whoever does not get the new ones has those of before.
    () => listWorkspaces().then(setAll, () => {}),
  )
  const rename = useCallback(async (title: string) => {
    const renamed = await renameWorkspace(workspace.name, title)
    setAll((known) => known.map((one) => (one.name === renamed.name ? renamed : one)))
  }, [])
  const title = all.find(({ name }) => name === workspace.name)?.title ?? workspace.name
  return { all, title, rename }
}
