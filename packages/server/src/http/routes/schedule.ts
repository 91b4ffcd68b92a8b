import { DueTasks, maxDueTasks } from '@triptych/contract/due'
import { TaskReference } from '@triptych/contract/gantt'
import { Load, LoadDay, loadUnits, maxLoadColumns } from '@triptych/contract/load'
import {
  Analysis,
  Calendar,
  CalendarChanges,
  LevelProposal,
  LevelSchedule,
  PostponeProposal,
  PostponeUndone,
  Preview,
  PreviewChanges,
  PutSchedule,
  Schedule,
} from '@triptych/contract/schedule'
import { z } from 'zod'
import { analysePlan, previewPlan } from '../../domain/gantt/analyse-plan.ts'
import {
  addCalendar,
  deleteCalendar,
  listCalendars,
  updateCalendar,
} from '../../domain/gantt/change-calendars.ts'
import { listDueTasks } from '../../domain/gantt/list-due-tasks.ts'
import { proposeLevelling } from '../../domain/gantt/level-schedule.ts'
import { changeSchedule, readSchedule } from '../../domain/gantt/change-schedule.ts'
import { proposePostponing } from '../../domain/gantt/postpone-undone.ts'
import { readLoad } from '../../domain/gantt/read-load.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { router } from '../router.ts'
import { answersTo, itemErrors, refuseLong } from './batch.ts'
import type { BatchParts, Ways } from './batch.ts'

const id = z
  .string()
  .meta({ description: 'The id as a number, or the temporary one it was added with.' })
const described = { scope: 'workspace', group: 'Gantt' } as const
const calendarErrors = [
  'body.invalid',
  'gantt.calendar_not_found',
  'gantt.into_itself',
  'gantt.bad_date',
  'gantt.bad_value',
  'gantt.bad_id',
] as const

/** How the plan is scheduled, and when people work. */
export const schedule: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/schedule',
    operationId: 'readSchedule',
    summary: 'Tell how the plan is scheduled',
    description: 'With everything that nobody has said yet as it is then.',
    answer: Schedule,
    errors: [],
    handle: ({ context }) => readSchedule(context),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/schedule',
    operationId: 'changeSchedule',
    summary: 'Say how the plan is scheduled',
    description: 'What is left out stays as it is.',
    body: PutSchedule,
    answer: Schedule,
    errors: [
      'body.invalid',
      'gantt.calendar_not_found',
      'gantt.bad_date',
      'gantt.bad_schedule',
      'gantt.cycle',
    ],
    handle: ({ context }, { body }) => changeSchedule(context, body),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/schedule/analysis',
    operationId: 'analyseSchedule',
    summary: 'Tell what follows from the plan',
    description:
      'When each task is early and late, its slack, what drives it, what is critical, and what contradicts itself. In a plan that does not schedule itself every task counts as standing where it was put.',
    answer: Analysis,
    errors: [],
    handle: ({ context }) => analysePlan(context),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/schedule/level',
    operationId: 'levelSchedule',
    summary: 'Propose how nobody has more to do than they can',
    description:
      'Nothing is stored: `changes` are items of a batch, which makes them as one step. Tasks are put off by `levelingDelay`; what was begun, stands by hand, must be at its date or has the priority 1000 stays. Only of a plan that schedules itself.',
    body: LevelSchedule,
    answer: LevelProposal,
    reads: true,
    errors: ['body.invalid', 'gantt.not_scheduled', 'gantt.task_not_found'],
    handle: ({ context }, { body }) => proposeLevelling(context, body),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/schedule/postpone',
    operationId: 'postponeUndone',
    summary: 'Propose how what is late comes after a day',
    description:
      'Nothing is stored: `changes` are items of a batch, which makes them as one step. What was begun goes on at the date, what was not begins there at the earliest; what is done, stands by hand or must be at its date stays. Only of a plan that schedules itself.',
    body: PostponeUndone,
    answer: PostponeProposal,
    reads: true,
    errors: ['body.invalid', 'gantt.bad_date', 'gantt.not_scheduled', 'gantt.task_not_found'],
    handle: ({ context }, { body }) => proposePostponing(context, body),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/schedule/load',
    operationId: 'readLoad',
    summary: 'Tell how much there is to do for whom',
    description:
      'In working minutes by day or week, from where tasks are drawn and who is assigned to them, and what of it is above what they can do. Tasks that I may not see are not counted.',
    query: {
      from: LoadDay.optional().meta({
        description: 'The first day; the first with work if not here.',
      }),
      to: LoadDay.optional().meta({
        description: `The last day, so that there are at most ${maxLoadColumns} days or weeks; the last with work if not here.`,
      }),
      unit: z
        .enum(loadUnits)
        .default('day')
        .meta({ description: 'Weeks are whole, from Monday on.' }),
      resource: z.int().min(1).optional().meta({
        description: 'Only of this one, and with the tasks that its load comes from.',
      }),
    },
    answer: Load,
    errors: ['gantt.bad_date', 'gantt.bad_value', 'gantt.resource_not_found', 'request.too_costly'],
    handle: ({ context }, { query: { from = null, to = null, unit, resource = null } }) =>
      readLoad(context, { from, to, unit, resource }),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/schedule/due',
    operationId: 'listDueTasks',
    summary: 'Tell what is to be done next',
    description:
      'Tasks that are not done, the first to end first, whatever branch they are in, and how many there are. Summaries, and what has tasks below it, are none of them; tasks that I may not see are not counted.',
    query: {
      now: z.string().optional().meta({
        description:
          'Wall time of whoever asks: what ends before is late. The time of the server in UTC if not here.',
      }),
      until: z.string().optional().meta({
        description:
          'Only tasks that end by then, those that are late among them. Without it, those without an end come last.',
      }),
      resource: z.int().min(1).optional().meta({
        description: 'Only what is assigned to this one, in the counts as well.',
      }),
      limit: z.int().min(1).max(maxDueTasks).default(20),
    },
    answer: DueTasks,
    errors: ['gantt.bad_date', 'gantt.resource_not_found'],
    handle: ({ context }, { query: { now = null, until = null, resource = null, limit } }) =>
      listDueTasks(context, { now, until, resource, limit }),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/calendars',
    operationId: 'listCalendars',
    summary: 'List the calendars',
    description: 'When people work: weeks, weeks that are other for a while, and single days.',
    answer: z.array(Calendar),
    errors: [],
    handle: ({ context }) => listCalendars(context),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/calendars',
    operationId: 'addCalendar',
    summary: 'Add a calendar',
    description: 'Days that it says nothing of are as in its parent, or without one days off.',
    body: CalendarChanges,
    answer: TaskReference,
    errors: [...calendarErrors, 'gantt.id_taken'],
    handle: ({ context }, { body }) => addCalendar(context, body),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/calendars/{id}',
    params: { id },
    operationId: 'updateCalendar',
    summary: 'Change a calendar',
    description: 'What is left out stays as it is.',
    body: CalendarChanges,
    answer: TaskReference,
    errors: calendarErrors,
    handle: ({ context }, { params, body }) => updateCalendar(context, { id: params.id, body }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/calendars/{id}',
    params: { id },
    operationId: 'deleteCalendar',
    summary: 'Delete a calendar',
    description: 'What runs by it runs by the calendar of the plan from then on.',
    answer: TaskReference,
    errors: ['gantt.calendar_not_found', 'gantt.bad_id'],
    handle: ({ context }, { params }) => deleteCalendar(context, params.id),
  }),
]

/** What would be, with changes that are those of a batch. */
export function schedulePreview({ limit, base, routes }: Omit<BatchParts, 'path'>): Route[] {
  let find: Ways['find'] | null = null
  return [
    route({
      ...described,
      method: 'POST',
      path: '/schedule/preview',
      operationId: 'previewSchedule',
      summary: 'Tell what would follow from changes',
      description:
        'They are made as in a batch that is all or nothing, looked at, and undone: nothing is stored, and nobody is told.',
      body: PreviewChanges,
      answer: Preview,
      reads: true,
      errors: [...itemErrors, 'body.invalid', 'request.too_costly'],
      handle(call, { body: { changes } }) {
        refuseLong(changes, limit)
        const ways = { find: (find ??= router(routes())), base, isAtomic: true }
        return previewPlan(call.context, async (joined) => {
          await Array.fromAsync(answersTo(call, joined, changes, ways), () => null)
        })
      },
    }),
  ]
}
