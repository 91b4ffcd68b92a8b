import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ServerError } from 'triptych-client'
import { failureText, problemText } from './failure-text.ts'

it('a failure is told with what was tried, what the server said, and what to do', () => {
  const gone = new ServerError(404, 'gantt.task_not_found', 'There is no task 7.')
  const full = new ServerError(507, 'storage_full', 'The disk is full.')
  const refused = new ServerError(422, 'tables.wrong_type', 'votes must be a number.')

  assert.equal(
    failureText({ action: 'delete-task', error: gone }),
    'The task was not deleted. There is no task 7. Somebody else may have deleted it.',
  )
  assert.equal(
    failureText({ action: 'upload-file', error: full }),
    'The file was not saved. The disk is full. Free some space and try again.',
  )
  assert.equal(
    failureText({ action: 'delete-files', error: full }),
    'The files were not deleted. The disk is full. Free some space and try again.',
  )
  assert.equal(
    failureText({ action: 'request-data', error: gone }),
    'This could not be loaded. There is no task 7.',
  )
  assert.equal(
    failureText({ action: 'update-cell', error: refused }),
    'The cell was not saved. votes must be a number.',
  )
  const refusal = new ServerError(403, 'forbidden', 'You may not change this.')
  assert.equal(
    failureText({ action: 'update-task', error: refusal, tasks: ['Dig'] }),
    '“Dig”: The task was not saved. You may not change this.',
  )
  assert.equal(
    failureText({ action: 'update-task', error: refusal, tasks: ['a', 'b', 'c', 'd'] }),
    '“a”, “b”, “c” and 1 other task: The change was not saved. You may not change this.',
  )
  assert.equal(
    failureText({ action: 'add-link', error: refusal, tasks: ['Dig', 'Lay'] }),
    '“Dig” → “Lay”: The link was not added. You may not change this.',
  )
  const circle = new ServerError(409, 'gantt.cycle', '“Dig” cannot wait for “Lay”.')
  assert.equal(
    failureText({ action: 'add-link', error: circle, tasks: ['Dig', 'Lay'] }),
    'The link was not added. “Dig” cannot wait for “Lay”.',
  )
  const changed = new ServerError(412, 'tables.row_changed', 'Somebody else has changed it since.')
  assert.equal(
    failureText({ action: 'undo', error: changed }),
    'The change was not undone. Somebody else has changed it since.',
  )
})

it('a problem in a form is told in the words of the form', () => {
  const told = 'The body is not of the right form at name: letters, digits, _ and -'
  const invalid = new ServerError(422, 'body.invalid', told)
  assert.equal(problemText(invalid), 'Letters, digits, _ and -')
  const taken = new ServerError(409, 'tables.name_taken', 'There is a table at this name: films.')
  assert.equal(problemText(taken), taken.message)
})
