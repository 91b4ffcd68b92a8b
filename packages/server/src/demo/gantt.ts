import type { Context } from '../context.ts'
import { addTask } from '../domain/gantt/add-task.ts'
import { addAssignment } from '../domain/gantt/change-assignments.ts'
import { addLink } from '../domain/gantt/change-links.ts'
import { addResource } from '../domain/gantt/change-resources.ts'
import { setLazy } from '../domain/gantt/set-lazy.ts'
import { runTogether } from '../domain/run-together.ts'

interface Step {
  text: string
  /** Days from the beginning of the plan. */
  from: number
  /** 0 is a milestone. */
  days: number
  progress?: number
  who?: string
  /** The text of the step it waits for. */
  after?: string
}

/** A step, or a phase with the steps below it. */
type Phase = [name: string, steps: (Step | Phase)[]]

const people: [group: string, names: string[]][] = [
  ['Planning', ['Ann Lee', 'Boris Feld']],
  ['Building', ['Carla Ruiz', 'Dan Okoye', 'Eva Lind']],
]

const rooms = [
  'Hall',
  'Kitchen',
  'Living room',
  'Study',
  'Bedroom',
  'Guest room',
  'Bathroom',
  'Cellar',
]

const plan: Phase[] = [
  [
    'Planning',
    [
      { text: 'Find a plot', from: 0, days: 5, progress: 100, who: 'Ann Lee' },
      {
        text: 'Draw the plan',
        from: 5,
        days: 10,
        progress: 100,
        who: 'Boris Feld',
        after: 'Find a plot',
      },
      { text: 'Ask the neighbours', from: 7, days: 4, progress: 100, who: 'Ann Lee' },
      {
        text: 'Permit',
        from: 15,
        days: 10,
        progress: 60,
        who: 'Boris Feld',
        after: 'Draw the plan',
      },
      { text: 'Permit granted', from: 25, days: 0, after: 'Permit' },
    ],
  ],
  [
    'Foundation',
    [
      { text: 'Survey', from: 25, days: 2, who: 'Dan Okoye', after: 'Permit granted' },
      { text: 'Dig', from: 27, days: 6, who: 'Dan Okoye', after: 'Survey' },
      { text: 'Pipes and cables', from: 33, days: 3, who: 'Eva Lind', after: 'Dig' },
      { text: 'Concrete', from: 36, days: 7, who: 'Carla Ruiz', after: 'Pipes and cables' },
    ],
  ],
  [
    'Shell',
    [
      { text: 'Walls', from: 43, days: 15, who: 'Carla Ruiz', after: 'Concrete' },
      [
        'Roof',
        [
          { text: 'Timber', from: 58, days: 6, who: 'Dan Okoye', after: 'Walls' },
          { text: 'Tiles', from: 64, days: 5, who: 'Dan Okoye', after: 'Timber' },
          { text: 'Gutters', from: 69, days: 2, who: 'Eva Lind', after: 'Tiles' },
        ],
      ],
      { text: 'Windows', from: 64, days: 4, who: 'Eva Lind', after: 'Timber' },
      { text: 'Topping out', from: 71, days: 0, after: 'Gutters' },
    ],
  ],
  [
    'Interior',
    [
      { text: 'Wiring', from: 71, days: 8, who: 'Eva Lind', after: 'Topping out' },
      { text: 'Plumbing', from: 71, days: 9, who: 'Carla Ruiz', after: 'Topping out' },
      ['Rooms', rooms.map((text, index) => ({ text, from: 80 + index * 2, days: 4 }))],
      { text: 'Inspection', from: 98, days: 1, who: 'Boris Feld' },
    ],
  ],
  [
    'Moving in',
    [
      { text: 'Pack', from: 95, days: 5, who: 'Ann Lee' },
      { text: 'Move', from: 100, days: 2, who: 'Ann Lee', after: 'Pack' },
      { text: 'House-warming', from: 104, days: 0, after: 'Move' },
    ],
  ],
]

/** A plan to look at: phases, milestones, links, people, and a branch that is loaded on demand. */
export async function seedPlan(ctx: Context): Promise<void> {
  await runTogether(ctx, async (joined) => {
    const resources = await addPeople(joined)
    const ids = new Map<string, number>()
    for (const phase of plan) await addPhase(joined, phase, 0, { resources, ids })
    await setLazy(joined, { id: String(ids.get('Rooms')), value: true })
  })
}

async function addPeople(ctx: Context): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [group, names] of people) {
    const { id: parent } = await addResource(ctx, { name: group, open: true })
    for (const name of names) ids.set(name, (await addResource(ctx, { name, parent })).id)
  }
  return ids
}

interface Known {
  resources: ReadonlyMap<string, number>
  ids: Map<string, number>
}

async function addPhase(
  ctx: Context,
  [text, steps]: Phase,
  parent: number,
  known: Known,
): Promise<void> {
  const { from, to } = spanOf(steps)
  const dates = { start: day(ctx, from), end: day(ctx, to), duration: to - from }
  const task = { text, parent, type: 'summary', open: true, ...dates }
  const { id } = await addTask(ctx, { task })
  known.ids.set(text, id)
  for (const step of steps) {
    if (Array.isArray(step)) await addPhase(ctx, step, id, known)
    else await addStep(ctx, step, id, known)
  }
}

async function addStep(ctx: Context, step: Step, parent: number, known: Known): Promise<void> {
  const { text, from, days, progress = 0, who, after } = step
  const type = days === 0 ? 'milestone' : 'task'
  const dates = { start: day(ctx, from), end: day(ctx, from + days), duration: days }
  const { id } = await addTask(ctx, { task: { text, parent, type, progress, ...dates } })
  known.ids.set(text, id)
  const source = after === undefined ? undefined : known.ids.get(after)
  if (source !== undefined) await addLink(ctx, { source, target: id, type: 'e2s' })
  const resource = who === undefined ? undefined : known.resources.get(who)
  if (resource !== undefined) await addAssignment(ctx, { task: id, resource, units: 100 })
}

function spanOf(steps: (Step | Phase)[]): { from: number; to: number } {
  const spans = steps.map((step) =>
    Array.isArray(step) ? spanOf(step[1]) : { from: step.from, to: step.from + step.days },
  )
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  }
}

/** The plan began three weeks ago, whenever it is looked at first. */
function day(ctx: Context, days: number): string {
  const date = new Date(ctx.now())
  date.setUTCDate(date.getUTCDate() - 21 + days)
  return `${date.toISOString().slice(0, 10)} 00:00:00`
}
