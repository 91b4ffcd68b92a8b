import { ServerError } from '@triptych/client'
import type { Message } from '../view.ts'
import { thingText } from './thing-text.ts'
import { t } from '../words/words.ts'

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
    return { kind: 'error', text: `${notDone[done]} ${error.message}` }
  const known = nothing[error.code]
  if (known) return { kind: 'info', text: known }
  return { kind: 'error', text: `${notDone[done]} ${inWords(error)}` }
}

/** The server names things as the log does. */
function inWords({ message, details }: ServerError): string {
  const { entity } = details
  if (typeof entity !== 'string') return message
  const said = message.replace(entity, thingText(entity))
  return said.charAt(0).toUpperCase() + said.slice(1)
}
