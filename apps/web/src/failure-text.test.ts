import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ServerError } from '@triptych/client'
import { failureText } from './failure-text.ts'

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
})
