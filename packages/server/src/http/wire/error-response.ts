import { errorCodes } from '@triptych/contract/errors'
import type { ErrorCode, Problem } from '@triptych/contract/errors'
import { AppError } from '../../errors.ts'
import { replyBody, responseOf } from './reply.ts'
import type { Reply } from './reply.ts'

export const statusOf: Record<ErrorCode, number> = {
  bad_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  unauthenticated: 401,
  forbidden: 403,
  internal: 500,
  unavailable: 503,
  rate_limited: 429,
  storage_lost: 503,
  storage_full: 507,
  'auth.login_lost': 400,
  'auth.login_refused': 401,
  'query.invalid': 422,
  'body.empty': 400,
  'body.malformed': 400,
  'body.too_large': 413,
  'body.too_deep': 400,
  'body.unsafe_key': 400,
  'body.duplicate_key': 400,
  'body.number_lost': 422,
  'body.invalid': 422,
  'idempotency.bad_key': 400,
  'idempotency.mismatch': 422,
  'idempotency.answer_lost': 409,
  'auth.wrong_credentials': 401,
  'auth.wrong_password': 422,
  'auth.password_needed': 403,
  'auth.too_many_tries': 429,
  'auth.no_accounts': 404,
  'auth.not_found': 404,
  'auth.name_taken': 409,
  'auth.bad_link': 404,
  'auth.no_passkeys': 404,
  'auth.bad_passkey': 422,
  'auth.passkey_refused': 401,
  'auth.challenge_lost': 400,
  'auth.no_mail': 404,
  'auth.mail_failed': 503,
  'auth.last_way_in': 409,
  'auth.last_owner': 409,
  'workspaces.not_found': 404,
  'workspaces.too_many': 507,
  'workspaces.name_taken': 409,
  'history.not_found': 404,
  'history.nothing_to_undo': 409,
  'history.nothing_to_redo': 409,
  'history.undone_already': 409,
  'history.changed_since': 409,
  'history.gone': 409,
  'history.not_kept': 409,
  'changes.unknown_revision': 409,
  'files.bad_path': 400,
  'files.bad_name': 422,
  'files.not_found': 404,
  'files.name_taken': 409,
  'files.not_replaceable': 409,
  'files.not_a_folder': 409,
  'files.not_a_file': 409,
  'files.too_deep': 422,
  'files.into_itself': 409,
  'files.root': 403,
  'files.link': 403,
  'files.special': 403,
  'files.denied': 403,
  'files.too_large': 413,
  'files.bad_range': 416,
  'files.too_many': 413,
  'files.too_many_quotas': 422,
  'rules.too_many': 422,
  'comments.not_found': 404,
  'comments.too_many': 422,
  'shares.not_found': 404,
  'shares.password_required': 401,
  'shares.wrong_password': 403,
  'shares.too_many_tries': 429,
  'shares.too_many': 507,
  'shares.bad_address': 403,
  'gantt.task_not_found': 404,
  'gantt.link_not_found': 404,
  'gantt.resource_not_found': 404,
  'gantt.calendar_not_found': 404,
  'gantt.assignment_not_found': 404,
  'gantt.bad_date': 422,
  'gantt.bad_value': 422,
  'gantt.bad_id': 422,
  'gantt.id_taken': 409,
  'gantt.bad_link': 422,
  'gantt.bad_assignment': 422,
  'gantt.cycle': 409,
  'gantt.into_itself': 409,
  'gantt.bad_schedule': 422,
  'gantt.bad_import': 400,
  'gantt.import_too_large': 413,
  'gantt.export_too_large': 422,
  'gantt.too_many_tasks': 422,
  'gantt.batch_too_long': 413,
  'gantt.bad_batch': 422,
  'tables.not_found': 404,
  'tables.name_taken': 409,
  'tables.name_reserved': 422,
  'tables.row_not_found': 404,
  'tables.row_changed': 412,
  'tables.unknown_column': 422,
  'tables.read_only_column': 422,
  'tables.wrong_type': 422,
  'tables.value_required': 422,
  'tables.not_an_option': 422,
  'tables.not_unique': 409,
  'tables.bad_id': 422,
  'tables.id_taken': 409,
  'tables.column_taken': 409,
  'tables.column_in_use': 409,
  'tables.unknown_index': 422,
  'tables.index_taken': 409,
  'tables.too_many': 422,
  'tables.rows_do_not_fit': 409,
  'tables.in_use': 409,
  'tables.row_in_use': 409,
  'tables.no_such_reference': 422,
  'tables.view_not_found': 404,
  'tables.view_taken': 409,
  'tables.rows_refused': 422,
  'tables.too_many_rows': 409,
  'tables.bad_query': 400,
  'tables.unknown_operator': 422,
  'tables.bad_cursor': 400,
  'tables.query_too_large': 413,
  'request.too_costly': 413,
  'tables.bad_import': 422,
  'tables.changed_meanwhile': 409,
  'tables.import_too_large': 413,
  'tables.export_too_large': 422,
}

/** Everything that was not thrown on purpose is `internal`, and tells the client nothing. */
export function asAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error
  return new AppError('internal', `Something failed in the server (request ${requestId}).`)
}

export function problemOf(error: AppError): Problem {
  return {
    type: `urn:triptych:error:${error.code}`,
    title: errorCodes[error.code],
    status: statusOf[error.code],
    code: error.code,
    error: error.message,
    ...error.details,
  }
}

const problemType = { 'content-type': 'application/problem+json; charset=utf-8' }

/** An error with headers of its own. */
export function problemReply(error: AppError, headers: Record<string, string>): Reply<never> {
  const status = statusOf[error.code]
  return replyBody(JSON.stringify(problemOf(error)), {
    status,
    headers: { ...problemType, ...headers },
  })
}

export function errorResponse(error: AppError, headers: Record<string, string>): Response {
  const { retryAfter } = error.details
  const more = typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}
  return responseOf(problemReply(error, more), { ...headers })
}
