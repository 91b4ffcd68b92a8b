import { ServerError } from 'triptych-client'
import type { Message } from '../view.ts'
import { thingText } from './thing-text.ts'
import { reasonOf, t } from '../words/words.ts'

/** That there is nothing is no failure. */
const nothing: Record<string, string> = {
  'history.nothing_to_undo': t('There is nothing to undo.'),
  'history.nothing_to_redo': t('There is nothing to redo.'),
  'history.undone_already': t('This was undone already.'),
}

const notDone = {
  undone: t('Not undone.'),
  redone: t('Not redone.'),
  restored: t('Not restored.'),
}

/** Why something could not be undone or redone. */
export function refusal(error: Error, done: 'undone' | 'redone' | 'restored'): Message {
  if (!(error instanceof ServerError))
    return { kind: 'error', text: `${notDone[done]} ${reasonOf(error)}` }
  const known = nothing[error.code]
  if (known) return { kind: 'info', text: known }
  return { kind: 'error', text: `${notDone[done]} ${inWords(error)}` }
}

/** The server names things as the log does. */
function inWords(error: ServerError): string {
  const { message, details } = error
  const { entity } = details
  const reason = reasonOf(error)
  if (typeof entity !== 'string') return reason
  const thing = thingText(entity)
  const said = reason === message ? message.replace(entity, thing) : `${thing}: ${reason}`
  return said.charAt(0).toUpperCase() + said.slice(1)
}
