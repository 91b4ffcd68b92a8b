import { z } from 'zod'
import { Batch, GanttId } from './gantt.ts'

export const scheduleModes = ['off', 'validate', 'auto'] as const
export type ScheduleMode = (typeof scheduleModes)[number]

/** Digits only: what day there is and what is none is judged where it is used. */
const WallTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/)
  .meta({ description: 'Wall time without a zone, such as 2026-04-01T09:00.' })
const Day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ description: 'A day, such as 2026-12-24.' })

const settings = {
  mode: z.enum(scheduleModes).meta({
    description:
      '`off`: tasks stand where they were put. `validate`: the same, and the analysis is asked for what is broken. `auto`: the server puts them where links, calendars and constraints want them.',
  }),
  from: z.enum(['start', 'finish']).meta({
    description: 'From which end the plan is made; from its finish it needs one.',
  }),
  start: WallTime.nullable().meta({
    description:
      'Before which nothing begins of its own accord; without one, the first start there is when `auto` begins.',
  }),
  finish: WallTime.nullable(),
  statusDate: WallTime.nullable().meta({
    description: 'Up to when it is known how far everything is; it moves nothing by itself.',
  }),
  calendar: GanttId.nullable().meta({
    description:
      'By which everything runs that has no other; `null`: Monday to Friday, 8 to 12 and 13 to 17.',
  }),
  durationUnit: z.enum(['day', 'hour']).meta({
    description:
      'The unit of the chart. By the day, tasks are drawn from midnight to midnight where they fill their days.',
  }),
  minutesPerDay: z.int().min(1).max(1440),
  minutesPerWeek: z.int().min(1).max(10_080),
  daysPerMonth: z.int().min(1).max(31),
  criticalSlack: z.int().min(0).max(1_000_000).meta({
    description: 'Minutes of slack up to which a task counts as critical.',
  }),
  resourceCalendars: z.boolean().meta({
    description:
      'Whether a task takes as long as those who work on it need by their own calendars.',
  }),
  progressBy: z.enum(['duration', 'work']).meta({
    description:
      'What a task counts for in the progress of a summary: how long it takes, or how much there is to do for those who work on it.',
  }),
}

export const Schedule = z
  .object(settings)
  .meta({ id: 'Schedule', description: 'How a plan is scheduled.' })
export type Schedule = z.infer<typeof Schedule>

export const noSchedule: Schedule = {
  mode: 'off',
  from: 'start',
  start: null,
  finish: null,
  statusDate: null,
  calendar: null,
  durationUnit: 'day',
  minutesPerDay: 480,
  minutesPerWeek: 2400,
  daysPerMonth: 20,
  criticalSlack: 0,
  resourceCalendars: true,
  progressBy: 'duration',
}

export const PutSchedule = z
  .strictObject({
    ...settings,
    ifNew: z.boolean().meta({
      description:
        'Only where the plan has no task yet, seen or not, and nobody has said how it is scheduled. Otherwise it stays as it is.',
    }),
  })
  .partial()
  .meta({ id: 'PutSchedule', description: 'What is left out stays as it is.' })
export type PutSchedule = z.infer<typeof PutSchedule>

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/)
const Hours = z
  .array(z.tuple([TimeOfDay, TimeOfDay]))
  .max(24)
  .meta({
    description:
      'From when to when; none on a day off. An end at or before its start is the next midnight.',
  })
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const Week = z
  .strictObject({
    mon: Hours,
    tue: Hours,
    wed: Hours,
    thu: Hours,
    fri: Hours,
    sat: Hours,
    sun: Hours,
  })
  .partial()
  .meta({ description: 'Days that are left out are as in the parent, or without one days off.' })
export type Week = z.infer<typeof Week>

const longDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const Repeat = z
  .strictObject({
    every: z.int().min(1).max(1000).default(1),
    unit: z.enum(['day', 'week', 'month', 'year']),
    days: z.array(z.enum(weekdays)).max(7).optional(),
    nth: z.int().min(1).max(5).optional().meta({ description: 'Of the month; 5 is the last.' }),
    month: z.int().min(1).max(12).optional(),
    day: z.int().min(1).max(31).optional().meta({ description: 'Of the month.' }),
    count: z.int().min(1).max(1000).optional(),
  })
  .meta({ description: 'Which of the days from `from` to `to`; without it all of them.' })

const calendarMembers = {
  name: z.string().max(1000),
  parent: GanttId.nullable().meta({ description: 'The calendar that this one differs from.' }),
  week: Week,
  weeks: z
    .array(z.strictObject({ from: Day, to: Day, week: Week }))
    .max(200)
    .meta({ description: 'Other weeks for a while; of several the last holds.' }),
  exceptions: z
    .array(
      z.strictObject({
        from: Day,
        to: Day.optional(),
        hours: Hours,
        name: z.string().max(1000).optional(),
        repeat: Repeat.optional(),
      }),
    )
    .max(2000)
    .meta({ description: 'Single days and runs of days, which win over any week.' }),
}

export const Calendar = z
  .object({ id: GanttId, ...calendarMembers })
  .meta({ id: 'Calendar', description: 'When people work.' })
export type Calendar = z.infer<typeof Calendar>

export const CalendarChanges = z
  .strictObject({
    ...calendarMembers,
    weekHours: z
      .partialRecord(z.enum(longDays), z.number().min(0).max(16))
      .meta({ description: 'What the SVAR Gantt has in place of `week`: hours from 8:00 on.' }),
  })
  .partial()
  .extend({ id: z.union([z.string(), z.number()]).nullish() })
  .meta({ id: 'CalendarChanges', description: 'What is left out stays as it is.' })
export type CalendarChanges = z.infer<typeof CalendarChanges>

/** Why a task stands where it stands. */
const Driver = z
  .object({
    by: z.enum([
      'project',
      'link',
      'constraint',
      'summary',
      'manual',
      'actual',
      'late',
      'levelling',
      'hidden',
    ]),
    link: GanttId.optional(),
    task: GanttId.optional(),
  })
  .meta({
    description:
      'The link or the task whose constraint holds it; `summary`: that stands by hand; `late`: it is to be as late as possible; `hidden`: something that I may not see.',
  })

export const Conflict = z
  .object({
    kind: z.enum(['circle', 'link', 'constraint', 'deadline', 'calendar']),
    task: GanttId.optional(),
    link: GanttId.optional(),
    calendar: GanttId.nullable().optional(),
    tasks: z.array(GanttId).optional(),
    because: z.enum(['manual', 'actual', 'constraint']).optional(),
  })
  .meta({
    id: 'ScheduleConflict',
    description:
      'A circle of links, a link that is not kept to, a constraint that cannot hold, a deadline that is missed, a calendar by which nobody works.',
  })
export type Conflict = z.infer<typeof Conflict>

export const TaskAnalysis = z
  .object({
    start: WallTime,
    finish: WallTime.meta({ description: 'The working instant: Friday 17:00, not Saturday 0:00.' }),
    earlyStart: WallTime,
    earlyFinish: WallTime,
    lateStart: WallTime,
    lateFinish: WallTime,
    totalSlack: z.number().meta({ description: 'Working minutes.' }),
    freeSlack: z.number(),
    critical: z.boolean(),
    drivenBy: Driver,
  })
  .meta({ id: 'TaskAnalysis' })
export type TaskAnalysis = z.infer<typeof TaskAnalysis>

export const Analysis = z
  .object({
    mode: z.enum(scheduleModes),
    revision: z.int().nonnegative(),
    start: WallTime.nullable(),
    finish: WallTime.nullable(),
    critical: z.array(GanttId),
    tasks: z.record(z.string(), TaskAnalysis).meta({ description: 'By id.' }),
    conflicts: z.array(Conflict),
  })
  .meta({ id: 'ScheduleAnalysis', description: 'What follows from a plan.' })
export type Analysis = z.infer<typeof Analysis>

const PreviewedTask = z.object({
  id: GanttId,
  start: WallTime,
  end: WallTime.nullable(),
  duration: z.number().nullable(),
  progress: z.number(),
})

export const Preview = Analysis.extend({
  changed: z.array(PreviewedTask).meta({
    description: 'Tasks that would be new, or drawn elsewhere than they are now.',
  }),
}).meta({ id: 'SchedulePreview', description: 'What would follow from changes.' })
export type Preview = z.infer<typeof Preview>

export const PreviewChanges = z
  .strictObject({ changes: Batch })
  .meta({ id: 'PreviewChanges', description: 'Changes as in a batch.' })

export const LevelSchedule = z
  .strictObject({
    tries: z.int().min(1).max(1000).default(200).meta({
      description: 'How many schedules are tried at most; fewer in very large plans.',
    }),
    seed: z.int().min(0).max(4_294_967_295).default(1).meta({
      description: 'The same seed gives the same answer of the same plan.',
    }),
    tasks: z.array(GanttId).max(10_000).optional().meta({
      description: 'Only these are put off, or brought back; without it all that may be changed.',
    }),
    clear: z.boolean().default(false).meta({
      description: 'Takes away the delays that levelling gave, and gives none.',
    }),
  })
  .meta({ id: 'LevelSchedule' })
export type LevelSchedule = z.infer<typeof LevelSchedule>

const Overload = z.object({
  resource: GanttId,
  from: WallTime,
  to: WallTime,
  units: z.number().meta({ description: 'Percent: the most that they have to do at once.' }),
  capacity: z.number().meta({ description: 'Percent that there is of them.' }),
})
const Load = z.object({ finish: WallTime.nullable(), overloads: z.array(Overload) })

/** Changes that nobody has made yet, and what would follow from them. */
function proposal<Data extends z.ZodType, Figures extends z.ZodType>(data: Data, figures: Figures) {
  return z.object({
    revision: z.int().nonnegative().meta({ description: 'Of the plan that was looked at.' }),
    changes: z
      .array(z.object({ url: z.string(), method: z.literal('PUT'), data }))
      .meta({ description: 'To be sent as a batch, as they are.' }),
    before: figures,
    after: figures,
    moved: z.int().nonnegative().meta({
      description: 'How many tasks would stand elsewhere, with those that follow.',
    }),
  })
}

export const LevelProposal = proposal(z.object({ levelingDelay: z.number() }), Load).meta({
  id: 'LevelProposal',
  description: 'How nobody would have more to do at once than they can.',
})
export type LevelProposal = z.infer<typeof LevelProposal>

export const PostponeUndone = z
  .strictObject({
    date: WallTime.optional().meta({
      description:
        'What is not done before it is put behind it; without it the `statusDate` of the plan.',
    }),
    tasks: z.array(GanttId).max(10_000).optional().meta({
      description: 'Only these; without it all that may be changed.',
    }),
  })
  .meta({ id: 'PostponeUndone' })
export type PostponeUndone = z.infer<typeof PostponeUndone>

const Finish = z.object({ finish: WallTime.nullable() })

const Postponed = z.union([
  z.object({ constraint: z.object({ type: z.literal('snet'), date: WallTime }) }),
  z.object({ stop: WallTime, resume: WallTime }),
])

export const PostponeProposal = proposal(Postponed, Finish).meta({
  id: 'PostponeProposal',
  description: 'How what should have been done by a day, and is not, would come after it.',
})
export type PostponeProposal = z.infer<typeof PostponeProposal>

export const constraintTypes = [
  'asap',
  'alap',
  'snet',
  'snlt',
  'fnet',
  'fnlt',
  'mso',
  'mfo',
] as const
export const lagUnits = [
  'm',
  'h',
  'd',
  'w',
  'mo',
  'em',
  'eh',
  'ed',
  'ew',
  'emo',
  '%',
  'e%',
] as const
