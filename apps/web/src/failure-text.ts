import { ServerError } from '@triptych/client'
import type { Failure } from '@triptych/client'

const things: Record<string, string> = {
  task: 'The task was',
  link: 'The link was',
  assignment: 'The assignment was',
  row: 'The row was',
  cell: 'The cell was',
  file: 'The file was',
  files: 'The files were',
  column: 'The column was',
}

const doneBy: Record<string, string> = {
  add: 'added',
  create: 'made',
  delete: 'deleted',
  move: 'moved',
  copy: 'copied',
  undo: 'undone',
  redo: 'redone',
}

/** What to do next, where it is not plain from what the server says. */
const advice: Record<string, string> = {
  storage_full: 'Free some space and try again.',
  unauthenticated: 'Sign in again.',
  internal: 'Nothing was changed. Try again; if it goes on, the server’s log tells why.',
}

/** `delete-task` and a refusal become “The task was not deleted. It has …”. */
export function failureText({ action, error }: Failure): string {
  const [verb = '', noun = ''] = action.split('-')
  if (verb === 'request') return `This could not be loaded. ${error.message}`
  const done = doneBy[verb]
  const what = things[noun] ?? 'The change was'
  const next = error.status === 404 ? 'Somebody else may have deleted it.' : advice[error.code]
  return [`${what} not ${done ?? 'saved'}.`, error.message, next].filter(Boolean).join(' ')
}

/** What is wrong in a form. That a request has a body is nothing to the person who fills it in. */
export function problemText(error: Error): string {
  if (!(error instanceof ServerError) || error.code !== 'body.invalid') return error.message
  const reason = error.message.replace(/^The body is not of the right form[^:]*: /, '')
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
