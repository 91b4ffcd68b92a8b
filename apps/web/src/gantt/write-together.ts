import { sendWrite } from 'triptych-client'
import type { ViewProps } from '../view.ts'
import { t } from '../words/words.ts'

/** One of several writes that are one step. */
export type Write = Change | { url: string; method: 'DELETE' }

export interface Change {
  url: string
  method: 'POST' | 'PUT'
  data: object
}

/**
 * Several changes as one step to take back, as is told. `writes` is asked when all that was done before is saved: only
 * then are new tasks known by a number.
 */
export async function writeTogether(
  { server, tell, wayBack }: Pick<ViewProps, 'server' | 'tell' | 'wayBack'>,
  writes: () => Write[],
  text: string,
): Promise<void> {
  await server.writersSettled()
  const body = writes()
  if (body.length === 0) return tell({ kind: 'info', text: t('There is nothing to change.') })
  const { write } = await sendWrite(server, { method: 'POST', path: 'batch?atomic=true', body })
  const action = { label: t('Undo'), run: () => wayBack.undoWrite(write) }
  return tell({ kind: 'info', text, action, isUndo: true })
}
