import { ServerError } from 'triptych-client'
import type { Failure } from 'triptych-client'
import { quoted } from './quoted.ts'
import { counted, reasonOf, t } from './words/words.ts'

/** Whole sentences: in other languages the word for what was done hangs on the thing. */
const notDone: Record<string, Record<string, string>> = {
  add: {
    task: t('The task was not added.'),
    link: t('The link was not added.'),
    assignment: t('The assignment was not added.'),
    row: t('The row was not added.'),
    column: t('The column was not added.'),
  },
  create: { file: t('The file was not made.') },
  delete: {
    task: t('The task was not deleted.'),
    link: t('The link was not deleted.'),
    assignment: t('The assignment was not deleted.'),
    row: t('The row was not deleted.'),
    files: t('The files were not deleted.'),
  },
  move: {
    task: t('The task was not moved.'),
    row: t('The row was not moved.'),
    files: t('The files were not moved.'),
  },
  copy: {
    task: t('The task was not copied.'),
    row: t('The row was not copied.'),
    files: t('The files were not copied.'),
  },
  undo: { '': t('The change was not undone.') },
  redo: { '': t('The change was not redone.') },
}
const notSaved: Record<string, string> = {
  task: t('The task was not saved.'),
  link: t('The link was not saved.'),
  assignment: t('The assignment was not saved.'),
  row: t('The row was not saved.'),
  cell: t('The cell was not saved.'),
  file: t('The file was not saved.'),
  files: t('The files were not saved.'),
  column: t('The column was not saved.'),
}

/** What to do next, where it is not plain from what the server says. */
const advice: Record<string, string> = {
  storage_full: t('Free some space and try again.'),
  unauthenticated: t('Sign in again.'),
  internal: t('Nothing was changed. Try again; if it goes on, the server’s log tells why.'),
}

/** `delete-task` and a refusal become “The task was not deleted. It has …”. */
export function failureText({ action, error, tasks = [] }: Failure): string {
  const [verb = '', noun = ''] = action.split('-')
  if (verb === 'request')
    return t('This could not be loaded. {message}', { message: reasonOf(error) })
  const isOfMany = noun === 'task' && tasks.length > 1
  const known = isOfMany ? undefined : (notDone[verb]?.[noun] ?? notSaved[noun])
  const what = known ?? t('The change was not saved.')
  const reason = reasonOf(error)
  const next = error.status === 404 ? t('Somebody else may have deleted it.') : advice[error.code]
  const said = [what, reason, next].filter(Boolean).join(' ')
  const isNamed = tasks.every((name) => reason.includes(name))
  return isNamed ? said : `${namesText(tasks, noun === 'link')}: ${said}`
}

/** So many are told by their names. */
const mostNames = 3

function namesText(tasks: readonly string[], isLink: boolean): string {
  const names = tasks.slice(0, mostNames).map(quoted)
  if (isLink) return names.join(' → ')
  const others = tasks.length - names.length
  const rest = counted(others, 'and {count} other task', 'and {count} other tasks')
  return others === 0 ? names.join(', ') : `${names.join(', ')} ${rest}`
}

/** What is wrong in a form. That a request has a body is nothing to the person who fills it in. */
export function problemText(error: Error): string {
  if (!(error instanceof ServerError) || error.code !== 'body.invalid') return reasonOf(error)
  const reason = error.message.replace(/^The body is not of the right form[^:]*: /, '')
  const said = new ServerError(error.status, error.code, reason)
  return sentence(reasonOf(said))
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
