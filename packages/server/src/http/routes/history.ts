import type { NewChange } from '@triptych/contract/changes'
import {
  HistoryPage,
  historyAreas,
  historyKinds,
  Restore,
  Restored,
  TakenBack,
  Undo,
} from '@triptych/contract/history'
import { z } from 'zod'
import { listHistory } from '../../domain/history/list-history.ts'
import { restore } from '../../domain/history/restore.ts'
import { redoStep, undoStep } from '../../domain/history/undo-step.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'

const posted = { method: 'POST', scope: 'workspace', group: 'History' } as const

/** To take back may take several transactions. */
const taking = {
  ...posted,
  // The last change of a step says that it was taken back, but not what stays.
  multiTransaction: ({ area }: NewChange) => (area === 'history' ? null : undefined),
} as const

/** What stands in the way of taking back is told by the codes of what would be done instead. */
const errors = [
  'history.changed_since',
  'history.gone',
  'history.not_kept',
  'tables.name_taken',
  'tables.too_many',
  'tables.not_unique',
  'tables.id_taken',
  'tables.no_such_reference',
  'tables.row_in_use',
  'tables.value_required',
  'gantt.bad_link',
  'gantt.cycle',
  'gantt.bad_assignment',
  'gantt.resource_not_found',
  'gantt.into_itself',
  'gantt.too_many_tasks',
  'request.too_costly',
  'files.denied',
  'files.too_deep',
  'storage_full',
  'unavailable',
] as const

const time = z.iso.datetime({ offset: true }).optional()

export const history: Route[] = [
  route({
    method: 'GET',
    path: '/history',
    scope: 'workspace',
    group: 'History',
    operationId: 'listHistory',
    summary: 'List what was done, the newest first',
    description:
      'All that one request has changed is one step. What I may not see is left out, and a page may be short of it: go on until `next` is null.',
    query: {
      of: z.string().min(1).max(8192).optional().meta({
        description:
          'What became of one thing, by whatever name: `files/docs/plan.txt`, `films/7`, `tasks/5` or `links/3`; of a folder or task with all below it, of `films` or `tasks` all of them.',
      }),
      person: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .meta({ description: 'A name, or the id of an account.' }),
      area: z.enum(historyAreas).optional().meta({ description: 'Only changes there.' }),
      kind: z.enum(historyKinds).optional().meta({ description: 'Only changes of this kind.' }),
      from: time.meta({ description: 'Not what was before.' }),
      to: time.meta({ description: 'Not what was after.' }),
      limit: z.int().min(1).max(500).default(50).meta({ description: 'At most so many steps.' }),
      before: z
        .int()
        .min(1)
        .optional()
        .meta({ description: 'Only what was before this revision: `next` of a page.' }),
    },
    answer: HistoryPage,
    errors: ['files.bad_path'],
    handle: ({ context }, { query: { of, before, limit, from, to, ...filter } }) =>
      listHistory(context, {
        ...filter,
        from: from && new Date(from).toISOString(),
        to: to && new Date(to).toISOString(),
        of: of ?? null,
        limit,
        before: before ?? null,
      }),
  }),
  route({
    ...taking,
    path: '/undo',
    operationId: 'undoStep',
    summary: 'Take back a step',
    description:
      'All that one request has changed in tables, plan and files, as ordinary changes with entries of their own. Without a step it is the last one of mine in this client (`X-Origin`) that still stands; a client that sends `tab--1`, `tab--2` … with its changes takes back the last of all by `tab`, and one of them by its own. What others have changed since stays, and is named. What cannot be taken back is refused with its `step`, and nothing changes; `before` passes over it.',
    body: Undo,
    answer: TakenBack,
    errors: [
      'history.not_found',
      'history.nothing_to_undo',
      'history.nothing_to_redo',
      'history.undone_already',
      ...errors,
    ],
    handle: ({ context }, { body }) => undoStep(context, body),
  }),
  route({
    ...taking,
    path: '/redo',
    operationId: 'redoStep',
    summary: 'Do again what was taken back last',
    description:
      'Of mine in this client, as long as I have done nothing else there since. It can be taken back like any step.',
    answer: TakenBack,
    errors: ['history.nothing_to_redo', ...errors],
    handle: ({ context }) => redoStep(context),
  }),
  route({
    ...posted,
    // Files have their own transactions. Each change tells of one thing only.
    multiTransaction: () => null,
    path: '/history/restore',
    operationId: 'restoreState',
    summary: 'Bring something back to how it was',
    description:
      'A row, a table, a branch of the plan or all of it, with its links and assignments, a file, a folder with all that was in it, or all files: by ordinary changes of one step, which `POST /undo` takes back. What is elsewhere stays as it is.',
    body: Restore,
    answer: Restored,
    errors: [
      'history.not_found',
      'tables.not_found',
      'tables.row_not_found',
      'gantt.task_not_found',
      'gantt.bad_id',
      'files.not_found',
      'files.bad_path',
      'files.name_taken',
      'files.too_many',
      ...errors,
    ],
    handle: ({ context }, { body: { of, at } }) =>
      restore(context, { of, at: typeof at === 'number' ? at : new Date(at) }),
  }),
]
