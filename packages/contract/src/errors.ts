import { z } from 'zod'

/**
 * Every code an answer can carry in `code`, with what it means.
 * Codes are public: one is never renamed, and a retired one is never used again.
 */
export const errorCodes = {
  bad_request: 'A header or the address could not be understood.',
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'The address exists, but not for this method.',
  unauthenticated: 'The request does not say who is asking.',
  forbidden: 'The one who asks may not do this.',
  internal: 'Something failed in the server. The request id finds it in the log.',
  unavailable:
    'The server is stopping, its database is out of reach, or too many ask at once; ask again.',
  rate_limited:
    'More requests have come from this client than it may send in a minute; ask again later.',
  storage_lost:
    'The data is gone or damaged. Nothing is kept until whoever runs the server has set it right.',
  storage_full: 'The disk or the quota is full. Nothing was changed.',
  'auth.login_lost':
    'A login with the identity provider was not begun in this browser, took too long, or was used before.',
  'auth.login_refused': 'The identity provider did not let this person in.',
  'query.invalid':
    'A query parameter does not exist here, is said twice, or cannot have this value; `parameter` names it.',
  'body.empty': 'A body is needed, and the request has none.',
  'body.malformed': 'The body is not valid JSON in UTF-8, or not a valid form.',
  'body.too_large': 'The body is longer than the limit.',
  'body.too_deep': 'The body is nested deeper than the limit.',
  'body.unsafe_key': 'The body has a key that no object may have (`__proto__`).',
  'body.duplicate_key': 'One object of the body has the same key twice.',
  'body.number_lost':
    'The body has a number that JSON readers cannot keep exactly; send it as text.',
  'body.invalid': 'The body is JSON, but not of the form this route takes.',
  'request.too_costly':
    'The request would take more than one request may, of what `cost` names; nothing was changed.',
  'idempotency.bad_key':
    'The `Idempotency-Key` is empty, too long, or has characters it cannot have.',
  'idempotency.mismatch': 'The `Idempotency-Key` was sent with another request before.',
  'idempotency.answer_lost':
    'The request was carried out before, and is not repeated; but its answer was not kept.',
  'auth.wrong_credentials': 'Name and password do not belong together.',
  'auth.wrong_password': 'The current password is another one.',
  'auth.password_needed': 'The login is some minutes old: say the password again, in `password`.',
  'auth.too_many_tries': 'Too many tries, or mails; `Retry-After` tells when to try again.',
  'auth.no_accounts': 'The server runs without accounts, so there is nothing of them.',
  'auth.not_found': 'There is no such account, session, token, passkey, group or invitation.',
  'auth.name_taken': 'Somebody, or another group, has this name already.',
  'auth.bad_link': 'The link was used, is too old, was taken back, or never was.',
  'auth.no_passkeys': 'Where the server is asked for, browsers have no passkeys.',
  'auth.bad_passkey':
    'What the browser says of a new passkey cannot be relied on, or it is known already.',
  'auth.passkey_refused':
    'The passkey is not known here, is for another site, or what it says cannot be relied on.',
  'auth.challenge_lost': 'A passkey was shown too late, or twice; begin again.',
  'auth.no_mail': 'The server sends no mail.',
  'auth.mail_failed': 'The mail server did not take the mail; the log tells why.',
  'auth.last_way_in': 'It is the only way in of this account: add another one first.',
  'auth.last_owner': 'Somebody has to own the server: make another an owner first.',
  'workspaces.not_found': 'There is no workspace of this name.',
  'workspaces.too_many': 'There are as many workspaces as there may be.',
  'workspaces.name_taken':
    'A workspace of this name exists already, or was deleted and can be brought back.',
  'workspaces.stays': 'The first workspace, `main`, is always there.',
  'workspaces.not_deleted': 'No workspace of this name was deleted, or it is gone for good.',
  'history.not_found': 'There is no such step, or what was kept of it is over.',
  'history.nothing_to_undo': 'There is nothing of this client that could be taken back.',
  'history.nothing_to_redo': 'Nothing was taken back that could be done again.',
  'history.undone_already': 'The step was taken back already.',
  'history.changed_since':
    'Something has been changed since in a way that taking the step back would lose; `entity` names it.',
  'history.gone': 'What the step was about is not there any more; `entity` names it.',
  'history.not_kept': 'What it was before was too much to be kept; `entity` names it.',
  'changes.unknown_revision':
    'The log has no such revision yet: the reader is ahead of the server.',
  'files.bad_path': 'The id is not a path on the drive.',
  'files.bad_name': 'A file or folder cannot have this name.',
  'files.not_found': 'There is no file or folder at this path.',
  'files.name_taken': 'There is something of this name already.',
  'files.not_replaceable': 'Only a file takes the place of a file; folders are not merged.',
  'files.not_a_folder': 'This takes a folder, and the path leads to something else.',
  'files.not_a_file': 'This takes a file, and the path leads to something else.',
  'files.too_deep': 'Folders would lie deeper in each other than the limit.',
  'files.into_itself': 'A folder cannot be put into itself.',
  'files.root': 'The root of the drive can be neither renamed nor moved nor deleted.',
  'files.link': 'A symbolic link is in the way; links are never followed.',
  'files.special': 'This is neither a file nor a folder, and is not opened.',
  'files.denied': 'The operating system does not let the server do this.',
  'files.too_large': 'The file is larger than the limit.',
  'files.no_direct_uploads':
    'The bytes of this file come through the server; `GET /upload` tells of which they do not.',
  'files.upload_not_found':
    'There is no such upload: it never was, is over, took too long or was begun by somebody else.',
  'files.upload_incomplete': 'Parts of the upload have not come, or are not as long as was said.',
  'files.too_many_uploads':
    'As many uploads to the bucket as one may have are begun and not over; a form is taken.',
  'files.bad_range': 'The file has no such part, or too many were asked for.',
  'files.too_many': 'The folder holds more than can be done at once.',
  'files.too_many_quotas': 'The workspace has as many quotas as it may have.',
  'rules.too_many': 'The workspace has as many rules as it may have.',
  'comments.not_found': 'There is no such comment.',
  'comments.too_many': 'There are as many comments on this as there may be.',
  'stars.too_many': 'There are as many stars as somebody may give.',
  'shares.not_found':
    'There is no such link or share: it never was, has ended or was used up, or what it led to is gone.',
  'shares.password_required': 'The share has a password, and it was not entered here yet.',
  'shares.wrong_password': 'This is not the password of the share.',
  'shares.too_many_tries':
    'The password was wrong too often; `Retry-After` says when to try again.',
  'shares.too_many': 'There are as many shares as there may be.',
  'shares.bad_address': 'The signature of this address is wrong, or its time is over.',
  'gantt.task_not_found': 'The plan has no task with this id.',
  'gantt.link_not_found': 'The plan has no link with this id.',
  'gantt.resource_not_found': 'The plan has no resource with this id.',
  'gantt.calendar_not_found': 'The plan has no calendar with this id.',
  'gantt.assignment_not_found': 'The plan has no assignment with this id.',
  'gantt.bad_date': 'The value is not a date of the calendar.',
  'gantt.bad_value': 'The field cannot have this value.',
  'gantt.bad_id': 'Nothing in a plan can have this id.',
  'gantt.id_taken': 'The plan has something of this kind with this id already.',
  'gantt.bad_link': 'A link joins two different tasks that exist, in one of four ways.',
  'gantt.bad_assignment': 'An assignment joins a task and a resource that exist.',
  'gantt.cycle': 'The link would make tasks wait for each other in a circle; `cycle` names them.',
  'gantt.into_itself': 'A task cannot be put below itself.',
  'gantt.bad_schedule': 'The plan cannot be scheduled like this.',
  'gantt.not_scheduled': 'Only a plan that schedules itself can be levelled.',
  'gantt.bad_import':
    'The file is no plan that can be read; `line` and `column`, `uid` and `element`, or `row` and `column` of a table, say where.',
  'gantt.import_too_large': 'The file, or something in it, is larger than it may be.',
  'gantt.export_too_large': 'The plan is too large for this format.',
  'gantt.too_many_tasks': 'The plan would have more tasks than it may.',
  'gantt.batch_too_long': 'The batch has more items than the limit.',
  'gantt.bad_batch': 'The item is not one that can be sent in a batch.',
  'baselines.not_found': 'The plan has no baseline with this id.',
  'baselines.too_many': 'The plan has as many baselines as it may have.',
  'tables.not_found': 'There is no table of this name.',
  'tables.name_taken': 'A table of this name exists already (letter case does not count).',
  'tables.name_reserved': 'The name belongs to a route or to the server itself.',
  'tables.row_not_found': 'The table has no row with this id.',
  'tables.row_changed':
    'The row is no longer in the version named by If-Match; `current` holds it.',
  'tables.unknown_column': 'The table has no column of this name.',
  'tables.read_only_column': 'This column cannot be written.',
  'tables.wrong_type': 'The value does not fit the type of its column.',
  'tables.value_required': 'The column must have a value.',
  'tables.not_an_option': 'The value is not one of the options of its column.',
  'tables.not_unique': 'Another row has this value already in a unique column.',
  'tables.bad_id': 'A row cannot have this id.',
  'tables.id_taken': 'A row with this id exists already.',
  'tables.column_taken':
    'The table has a column of this name already (letter case does not count).',
  'tables.column_in_use':
    'The column is part of an index, a view or a formula, which has to go first.',
  'tables.bad_formula': 'The formula of a column does not work.',
  'tables.unknown_index': 'The table has no index of this name.',
  'tables.index_taken': 'The table has an index of this name already (letter case does not count).',
  'tables.too_many':
    'The table would have more columns, indexes, views or characters in formulas than it may, or the workspace more tables.',
  'tables.rows_do_not_fit': 'Rows of the table do not fit the change; `failures` tells which.',
  'tables.in_use': 'Another table refers to this one.',
  'tables.row_in_use': 'Another row refers to this one, and does not let it go.',
  'tables.no_such_reference': 'The value is the id of a row that does not exist.',
  'tables.view_not_found': 'The table has no view of this name.',
  'tables.view_taken': 'The table has a view of this name already (letter case does not count).',
  'tables.view_without_owner': 'Without accounts there is nobody whose own the view could be.',
  'tables.rows_refused': 'Some of the rows cannot be taken; `failures` tells which and why.',
  'tables.too_many_rows': 'More rows would be changed than the request or the server allows.',
  'tables.bad_query': 'A filter, sort or search could not be understood, or names no column.',
  'tables.unknown_operator': 'The filter has an operator that does not exist for its type.',
  'tables.bad_cursor': 'The cursor belongs to another query, or was not made here.',
  'tables.query_too_large': 'The filter has more in it than the limit.',
  'tables.bad_import': 'The file cannot be read as what it is said to be, from `line` on.',
  'tables.changed_meanwhile': 'The table was changed while the file was read; nothing was taken.',
  'tables.import_too_large': 'The file, or a part of it, is larger than the limit.',
  'tables.export_too_large': 'A file of this format cannot hold so much; another format can.',
} as const

export type ErrorCode = keyof typeof errorCodes

export const ErrorCode = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]).meta({
  id: 'ErrorCode',
  description: 'What happened, for programs. It never changes its meaning.',
})

/** The body of every error answer (RFC 9457, `application/problem+json`). It never has `id` or `result`. */
export const Problem = z
  .looseObject({
    type: z.string().meta({ description: 'A name for the kind of problem, as a URN.' }),
    title: z.string().meta({ description: 'What the code means, in general.' }),
    status: z.union([z.int(), z.literal('error')]).meta({
      description: 'That of the answer; of an upload the word that the uploader widget looks for.',
    }),
    code: ErrorCode,
    error: z.string().meta({ description: 'What went wrong this time, for people.' }),
  })
  .meta({ id: 'Problem', description: 'The body of every error answer (RFC 9457).' })
export type Problem = z.infer<typeof Problem>
