import { useEffect, useState } from 'react'
import { defaultWorkspace, listWorkspaces, workspace } from './workspaces.ts'

// At once, while the page finds out who asks: whoever is not in yet is asked again then.
const isDefault = workspace.name === defaultWorkspace
const firstAnswer = isDefault ? Promise.resolve(true) : look().catch(() => null)

const listeners = new Set<(isThere: boolean) => void>()

/** It may have been deleted, here or by others. */
export function lookAgain(): void {
  if (isDefault) return
  look()
    .then((isThere) => {
      if (!isThere) for (const tell of listeners) tell(false)
    })
    // Then there is no connection, and that is told elsewhere.
    .catch(() => {})
}

/** Whether there is the workspace that the address names; `null` as long as nobody knows. */
export function useIsThere(): boolean | null {
  const [isThere, setIsThere] = useState<boolean | null>(isDefault || null)
  useEffect(() => {
    if (isDefault) return undefined
    let isCurrent = true
    listeners.add(setIsThere)
    void firstAnswer
      // Where it cannot be told, the page itself says what is wrong.
      .then((answer) => answer ?? look().catch(() => true))
      .then((answer) => isCurrent && setIsThere(answer))
    return () => {
      isCurrent = false
      listeners.delete(setIsThere)
    }
  }, [])
  return isThere
}

async function look(): Promise<boolean> {
  return (await listWorkspaces()).some(({ name }) => name === workspace.name)
}
