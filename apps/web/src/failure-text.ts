import { ServerError } from '@triptych/client'
import type { Failure } from '@triptych/client'
import { t } from './words/words.ts'

const things: Record<string, string> = {
  task: t('The task was'),
  link: t('The link was'),
  assignment: t('The assignment was'),
  row: t('The row was'),
  cell: t('The cell was'),
  file: t('The file was'),
  files: t('The files were'),
  column: t('The column was'),
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
  storage_full: t('Free some space and try again.'),
  unauthenticated: t('Sign in again.'),
  internal: t('Nothing was changed. Try again; if it goes on, the server’s log tells why.'),
}

/** `delete-task` and a refusal become “The task was not deleted. It has …”. */
export function failureText({ action, error }: Failure): string {
  const [verb = '', noun = ''] = action.split('-')
  if (verb === 'request')
    return t('This could not be loaded. {message}', { message: error.message })
  const done = doneBy[verb]
  const what = things[noun] ?? t('The change was')
  const next = error.status === 404 ? t('Somebody else may have deleted it.') : advice[error.code]
  return [t('{what} not {value}.', { what, value: done ?? 'saved' }), error.message, next]
    .filter(Boolean)
    .join(' ')
}

/** What is wrong in a form. That a request has a body is nothing to the person who fills it in. */
export function problemText(error: Error): string {
  if (!(error instanceof ServerError) || error.code !== 'body.invalid') return error.message
  const reason = error.message.replace(/^The body is not of the right form[^:]*: /, '')
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
