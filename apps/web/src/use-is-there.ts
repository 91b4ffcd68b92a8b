import { useEffect, useState } from 'react'
import { defaultWorkspace, listWorkspaces, workspace } from './workspaces.ts'

// At once, while the page finds out who asks: whoever is not in yet is asked again then.
const isDefault = workspace.name === defaultWorkspace
const firstAnswer = isDefault ? Promise.resolve(true) : look().catch(() => null)

/** Whether there is the workspace that the address names; `null` as long as nobody knows. */
export function useIsThere(): boolean | null {
  const [isThere, setIsThere] = useState<boolean | null>(isDefault || null)
  useEffect(() => {
    if (isDefault) return undefined
    let isCurrent = true
    void firstAnswer
      // Where it cannot be told, the page itself says what is wrong.
      .then((answer) => answer ?? look().catch(() => true))
      .then((answer) => isCurrent && setIsThere(answer))
    return () => {
      isCurrent = false
    }
  }, [])
  return isThere
}

async function look(): Promise<boolean> {
  return (await listWorkspaces()).some(({ name }) => name === workspace.name)
}
