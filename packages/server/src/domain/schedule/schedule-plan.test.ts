import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allDay, plainPlan } from '../../../test/fixtures/plain-plan.ts'
import { contradictionsOf } from './contradictions.ts'
import { driverOf } from './drivers.ts'
import { hoursOf, noHours } from './hours-of-day.ts'
import { plainTask } from './plan.ts'
import type { LinkType, Plan, PlanCalendar, PlanLink, PlanTask } from './plan.ts'
import { rollUp } from './roll-up.ts'
import type { TaskDates } from './schedule-plan.ts'
import { datesOfTask, schedulePlan } from './schedule-plan.ts'
import { slackOf } from './slack.ts'
import { day, dayOf, firstTick, hour, textOf, tickOf } from './ticks.ts'

const office = hoursOf([
  [8 * hour, 12 * hour],
  [13 * hour, 17 * hour],
])
const standard: PlanCalendar = {
  ...allDay,
  week: [office, office, office, office, office, noHours, noHours],
}
const working = 8 * hour

// 2026-03-02 is a Monday.
const at = (text: string) => tickOf(`2026-03-${text}`)

/** Tasks with a length in working days; the links by their places. */
function plan(tasks: (Partial<PlanTask> & { days?: number })[], links: PlanLink[] = []): Plan {
  return {
    ...plainPlan,
    start: at('02T08:00'),
    calendars: [standard],
    tasks: tasks.map(({ days = 1, ...said }) => ({
      ...plainTask,
      duration: days * working,
      ...said,
    })),
    links,
  }
}

function link(from: number, to: number, type: LinkType = 'e2s', lag = 0): PlanLink {
  return { from, to, type, lag: lag * working, lagUnit: 'working' }
}

function by(constraint: PlanTask['constraint'], date: string): Partial<PlanTask> {
  return { constraint, constraintDate: at(date) }
}

function shown(given: Plan, task: number, ...names: (keyof TaskDates)[]): string {
  const dates = datesOfTask(schedulePlan(given), task)
  const wanted = names.length > 0 ? names : (['start', 'finish'] as const)
  return wanted.map((name) => textOf(dates[name]).slice(8, 16)).join(' ')
}

describe('links', () => {
  const two = [{ days: 2 }, { days: 1 }]

  it('hold the same in any order, also before the first date there is', () => {
    const [mode, before] = ['manual', firstTick - 10 * day] as const
    const tasks = [
      { mode, start: before, finish: before },
      { mode, start: before - day, finish: before - day },
      { days: 20 },
    ]
    const [one, other] = [link(0, 2), link(1, 2, 's2e')]
    const dates = [
      [one, other],
      [other, one],
    ].map((links) => datesOfTask(schedulePlan(plan(tasks, links)), 2))
    assert.deepEqual(dates[0], dates[1])
  })

  it('of all four types move what follows', () => {
    assert.equal(shown(plan(two, [link(0, 1)]), 1), '04T08:00 04T17:00')
    assert.equal(shown(plan(two, [link(0, 1, 's2s', 1)]), 1), '03T08:00 03T17:00')
    assert.equal(shown(plan(two, [link(0, 1, 'e2e')]), 1), '03T08:00 03T17:00')
    assert.equal(shown(plan(two, [link(0, 1, 's2e', 3)]), 1), '04T08:00 04T17:00')
  })

  it('wait by working time, by the clock, or by a share of what they wait for', () => {
    assert.equal(shown(plan(two, [link(0, 1, 'e2s', 3)]), 1), '09T08:00 09T17:00')
    const elapsed: PlanLink = { ...link(0, 1), lag: 3 * day, lagUnit: 'elapsed' }
    assert.equal(shown(plan(two, [elapsed]), 1), '09T08:00 09T17:00')
    const percent: PlanLink = { ...link(0, 1, 's2s'), lag: 50, lagUnit: 'percent' }
    assert.equal(shown(plan(two, [percent]), 1), '03T08:00 03T17:00')
  })

  it('with a lead longer than everything start before the project', () => {
    assert.equal(shown(plan(two, [link(0, 1, 'e2s', -10)]), 1).slice(0, 8), '18T08:00')
  })

  it('to a summary hold for all below it, and from one wait for all below it', () => {
    const tasks = [{ days: 2 }, {}, { parent: 1, days: 1 }, { parent: 1, days: 3 }, {}]
    const given = plan(tasks, [link(0, 1), link(1, 4)])
    assert.equal(shown(given, 2), '04T08:00 04T17:00')
    assert.equal(shown(given, 1), '04T08:00 06T17:00')
    assert.equal(shown(given, 4), '09T08:00 09T17:00')
  })

  it('of tasks that do not count move nobody', () => {
    for (const said of [{ inactive: true }, { mode: 'unscheduled' }] as const) {
      const given = plan([{ days: 5, ...said }, {}], [link(0, 1)])
      assert.equal(shown(given, 1), '02T08:00 02T17:00')
    }
  })

  it('to a summary of which nothing counts hold nobody up', () => {
    const tasks = [{ days: 2 }, {}, { parent: 1, inactive: true }]
    for (const type of ['e2s', 's2s', 'e2e', 's2e'] as const) {
      const given = plan(tasks, [link(0, 1, type, 1)])
      assert.equal(shown(given, 0, 'lateStart', 'lateFinish'), '02T08:00 03T17:00', type)
    }
    const none = plan([{ inactive: true }, { mode: 'unscheduled' }], [link(0, 1)])
    assert.equal(schedulePlan(none).dates.projectFinish, at('02T08:00'))
  })

  it('in a circle are named, left out, and the rest is scheduled', () => {
    const given = plan([{}, {}, {}, {}], [link(0, 1), link(1, 2), link(2, 0), link(2, 3)])
    assert.deepEqual(contradictionsOf(schedulePlan(given)), [
      { kind: 'circle', link: 2, tasks: [0, 1, 2] },
    ])
    assert.equal(shown(given, 3), '05T08:00 05T17:00')
  })

  it('between a task and its own summary are a circle', () => {
    const given = plan([{}, { parent: 0 }, { parent: 0 }], [link(0, 1)])
    assert.deepEqual(contradictionsOf(schedulePlan(given)), [
      { kind: 'circle', link: 0, tasks: [1, 0] },
    ])
  })

  it('in a chain of 200,000 need no stack', () => {
    const chain = Array.from({ length: 200_000 }, () => ({}))
    const links = chain.slice(1).map((_, i) => link(i, i + 1))
    const { dates } = schedulePlan({ ...plan(chain, links), calendars: [allDay] })
    assert.equal(dates.projectFinish, at('02T08:00') + 200_000 * working)
  })
})

describe('constraints', () => {
  it('hold a start or a finish back', () => {
    assert.equal(shown(plan([by('snet', '04T08:00')]), 0), '04T08:00 04T17:00')
    assert.equal(shown(plan([{ days: 2, ...by('fnet', '06T17:00') }]), 0), '05T08:00 06T17:00')
  })

  it('put a task on its date even against a link, and say so', () => {
    const given = plan([{ days: 3 }, by('mso', '03T08:00')], [link(0, 1)])
    assert.equal(shown(given, 1), '03T08:00 03T17:00')
    assert.deepEqual(contradictionsOf(schedulePlan(given)), [
      { kind: 'link', link: 0, task: 1, because: 'constraint' },
    ])
    assert.equal(slackOf(schedulePlan(given)).total[0], -2 * working)
  })

  it('before the project win over its start', () => {
    const early = { constraint: 'snet', constraintDate: tickOf('2026-02-26T08:00') } as const
    assert.equal(shown(plan([early]), 0), '26T08:00 26T17:00')
  })

  it('of a summary hold back what is below it', () => {
    assert.equal(shown(plan([by('snet', '05T08:00'), { parent: 0 }]), 0), '05T08:00 05T17:00')
  })

  it('as late as possible use up the slack', () => {
    const given = plan([{ constraint: 'alap' }, { days: 4 }, {}], [link(0, 2), link(1, 2)])
    assert.equal(shown(given, 0), '05T08:00 05T17:00')
    assert.equal(shown(given, 0, 'earlyStart'), '02T08:00')
  })

  it('of a date that nobody can keep are named, as is a deadline', () => {
    const given = plan([
      { days: 3 },
      { ...by('fnlt', '03T17:00'), mode: 'manual', start: at('05T08:00') },
    ])
    assert.deepEqual(contradictionsOf(schedulePlan(given)), [{ kind: 'constraint', task: 1 }])
    const late = plan([{ days: 3, deadline: at('03T17:00') }])
    assert.deepEqual(contradictionsOf(schedulePlan(late)), [{ kind: 'deadline', task: 0 }])
    assert.equal(slackOf(schedulePlan(late)).total[0], -working)
  })
})

describe('a task', () => {
  it('of no length stays where it is told to, even at night', () => {
    assert.equal(shown(plan([{}, { days: 0 }], [link(0, 1)]), 1), '02T17:00 02T17:00')
    assert.equal(shown({ ...plan([{ days: 0 }]), start: at('02T03:00') }, 0), '02T03:00 02T03:00')
  })

  it('of elapsed time runs through the weekend', () => {
    assert.equal(shown(plan([{ duration: 6 * day, elapsed: true }]), 0), '02T08:00 08T08:00')
  })

  it('in pieces ends after its pauses', () => {
    const segments = [
      { offset: 0, length: working },
      { offset: 3 * working, length: working },
    ]
    const given = plan([{ days: 2, segments }, { days: 5 }])
    assert.equal(shown(given, 0), '02T08:00 05T17:00')
    assert.equal(shown(given, 0, 'lateStart'), '03T08:00')
  })

  it('in pieces that was begun goes on with what is left of its piece, and the pause behind it', () => {
    const segments = [
      { offset: 0, length: working },
      { offset: 3 * working, length: working },
    ]
    const begun = {
      days: 2,
      segments,
      actualStart: at('02T08:00'),
      stop: at('02T12:00'),
      resume: at('02T13:00'),
      remaining: 1.5 * working,
    }
    assert.equal(shown(plan([begun]), 0), '02T08:00 05T17:00')
  })

  it('put by hand stays, and what follows it moves', () => {
    const byHand = { mode: 'manual', start: at('04T10:00'), finish: at('05T15:00') } as const
    const given = plan([{ days: 5 }, byHand, {}], [link(0, 1), link(1, 2)])
    assert.equal(shown(given, 1), '04T10:00 05T15:00')
    assert.equal(shown(given, 2), '05T15:00 06T15:00')
    assert.deepEqual(contradictionsOf(schedulePlan(given)), [
      { kind: 'link', link: 0, task: 1, because: 'manual' },
    ])
  })

  it('begun keeps its start and goes on where it was resumed', () => {
    const begun = {
      days: 4,
      actualStart: at('03T08:00'),
      stop: at('03T17:00'),
      resume: at('06T08:00'),
      remaining: 3 * working,
    }
    assert.equal(shown(plan([begun]), 0), '03T08:00 10T17:00')
  })

  it('done holds nobody before it to its dates', () => {
    const done = { actualStart: at('02T08:00'), actualFinish: at('02T17:00') }
    const given = plan([{ days: 3 }, done, { days: 5 }], [link(0, 1)])
    assert.equal(shown(given, 0, 'lateFinish'), '06T17:00')
    assert.equal(slackOf(schedulePlan(given)).critical[1], 0)
  })

  it('put off by levelling starts later by the clock, and needs the one before it as much earlier', () => {
    const given = plan([{}, { levelingDelay: 2 * day }, { days: 6 }], [link(0, 1)])
    assert.equal(shown(given, 1), '05T08:00 05T17:00')
    assert.equal(shown(given, 0, 'lateFinish'), '06T17:00')
  })

  it('runs by the hours of whoever works on it, or by its own if it is to', () => {
    const night: PlanCalendar = { ...allDay, week: Array(7).fill(hoursOf([[20 * hour, day]])) }
    const assignments = [{ resource: 0, units: 1, work: working }]
    const given = (said: Partial<PlanTask>): Plan => ({
      ...plan([{ assignments, ...said }]),
      calendars: [standard, night],
      resources: [{ works: true, calendar: 1 }],
    })
    assert.equal(shown(given({}), 0), '02T20:00 04T00:00')
    assert.equal(
      shown(given({ calendar: 0, ignoreResourceCalendars: true }), 0),
      '02T08:00 02T17:00',
    )
  })

  it('runs by its own hours where whoever works on it has none of them, whatever others do', () => {
    const night: PlanCalendar = { ...allDay, week: Array(7).fill(hoursOf([[20 * hour, day]])) }
    const others = [1, 0].map((resource, calendar) => ({
      calendar,
      duration: 4 * hour,
      assignments: [{ resource, units: 1, work: 4 * hour }],
    }))
    const given: Plan = {
      ...plan(others),
      calendars: [standard, night],
      resources: [0, 1].map((calendar) => ({ works: true, calendar })),
    }
    assert.equal(shown(given, 0), '02T08:00 02T12:00')
    assert.equal(shown(given, 1), '02T20:00 03T00:00')
  })

  it('ends when the last of several people ends', () => {
    const away: PlanCalendar = {
      parent: 0,
      week: Array(7).fill(null),
      weeks: [],
      exceptions: [{ from: dayOf('2026-03-03'), to: dayOf('2026-03-04'), hours: noHours }],
    }
    const assignments = [0, 1].map((resource) => ({ resource, units: 1, work: 2 * working }))
    const given: Plan = {
      ...plan([{ days: 2, assignments }]),
      calendars: [standard, away],
      resources: [
        { works: true, calendar: null },
        { works: true, calendar: 1 },
      ],
    }
    assert.equal(shown(given, 0), '02T08:00 05T17:00')
  })

  it('by a calendar nobody works by runs by that of the project, which is told', () => {
    const idle: PlanCalendar = { ...allDay, week: Array(7).fill(noHours) }
    const given = { ...plan([{ calendar: 1 }]), calendars: [standard, idle] }
    assert.equal(shown(given, 0), '02T08:00 02T17:00')
    assert.deepEqual(contradictionsOf(schedulePlan(given)), [{ kind: 'calendar', calendar: 1 }])
  })
})

const on = (resource: number, units: number, work: number | null = null) => ({
  resource,
  units,
  work,
})

describe('a summary', () => {
  it('is as long as the working time it spans, and done as far as what is below it', () => {
    const half = { days: 3, parent: 0, actualStart: at('02T08:00'), remaining: 2 * working }
    const rolled = rollUp(schedulePlan(plan([{}, half, { parent: 0 }], [link(1, 2, 'e2s', 2)])))
    assert.deepEqual([rolled.duration[0], rolled.progress[0]], [6 * working, 25])
  })

  it('is done as far as the work below it, where that counts', () => {
    const [worker, metal] = [
      { works: true, calendar: null },
      { works: false, calendar: null },
    ]
    const begun = { parent: 0, actualStart: at('02T08:00') }
    const tasks = [
      {},
      { ...begun, days: 2, remaining: working, assignments: [on(0, 1), on(0, 0.5), on(1, 9)] },
      { ...begun, days: 1, remaining: 0, assignments: [on(0, 1, working / 2)] },
      { parent: 0, days: 4, assignments: [on(1, 2)] },
    ]
    const resources = [worker, metal]
    const given = { ...plan(tasks), resources, progressBy: 'work' as const }
    // Of 3 days 1.5 are done, of half a day all, of 4 days that nobody is named for none.
    assert.equal(rollUp(schedulePlan(given)).progress[0], Math.round((100 * 2) / 7.5))
  })

  it('without anything below it that counts stands at the start of the project', () => {
    assert.equal(shown(plan([{}, { parent: 0, inactive: true }]), 0), '02T08:00 02T08:00')
  })

  it('put by hand does not follow what is below it, which does not start before it', () => {
    const byHand = { mode: 'manual', start: at('04T08:00'), finish: at('05T17:00') } as const
    const given = plan([byHand, { parent: 0, days: 5 }])
    assert.equal(shown(given, 0), '04T08:00 05T17:00')
    assert.equal(shown(given, 1), '04T08:00 10T17:00')
  })
})

describe('slack', () => {
  const given = plan([{ days: 1 }, { days: 3 }, { days: 2 }], [link(0, 2)])

  it('is what a task may be later with the project ending as it does', () => {
    const slack = slackOf(
      schedulePlan(plan([{ days: 1 }, { days: 3 }, {}], [link(0, 2), link(1, 2)])),
    )
    assert.deepEqual(
      [...slack.total].map((ticks) => ticks / working),
      [2, 0, 0],
    )
    assert.deepEqual(
      [...slack.free].map((ticks) => ticks / working),
      [2, 0, 0],
    )
    assert.deepEqual([...slack.critical], [0, 1, 1])
  })

  it('that others share is not free', () => {
    const slack = slackOf(schedulePlan(plan([{}, {}, { days: 5 }], [link(0, 1)])))
    assert.deepEqual([slack.total[0], slack.free[0], slack.free[1]], [3 * working, 0, 3 * working])
  })

  it('may count as none up to a limit, or by the end of each chain', () => {
    const slack = slackOf(schedulePlan({ ...plan([{}, { days: 3 }]), criticalSlack: 2 * working }))
    assert.deepEqual([...slack.critical], [1, 1])
    const several = slackOf(schedulePlan({ ...plan([{}, { days: 3 }]), severalPaths: true }))
    assert.deepEqual([...several.critical], [1, 1])
  })

  it('does not depend on the order of the tasks', () => {
    const turned = plan([{ days: 2 }, { days: 3 }, { days: 1 }], [link(2, 0)])
    assert.deepEqual([...slackOf(schedulePlan(turned)).total].toReversed(), [
      ...slackOf(schedulePlan(given)).total,
    ])
  })
})

describe('a plan made from its finish', () => {
  it('starts where it has to, and what may be late is', () => {
    const tasks = [{ constraint: 'alap' }, { days: 3, constraint: 'alap' }, {}] as const
    const given: Plan = {
      ...plan([...tasks], [link(0, 1)]),
      from: 'finish',
      finish: at('06T17:00'),
    }
    assert.equal(shown(given, 0), '03T08:00 03T17:00')
    assert.equal(shown(given, 1), '04T08:00 06T17:00')
    assert.equal(shown(given, 2), '03T08:00 03T17:00')
  })
})

describe('what drives a start', () => {
  it('is the link that holds longest, a date, or the project', () => {
    const later = { constraint: 'snet', constraintDate: at('06T08:00') } as const
    const tasks = [{}, { days: 2 }, {}, later, { mode: 'manual', start: at('03T08:00') }] as const
    const scheduled = schedulePlan(plan([...tasks], [link(0, 2), link(1, 2), link(0, 3)]))
    assert.deepEqual(
      [0, 2, 3, 4].map((task) => driverOf(scheduled, task)),
      [{ by: 'project' }, { by: 'link', link: 1 }, { by: 'constraint', task: 3 }, { by: 'manual' }],
    )
  })

  it('may be a link of the summary above', () => {
    const scheduled = schedulePlan(plan([{}, {}, { parent: 1 }], [link(0, 1)]))
    assert.deepEqual(driverOf(scheduled, 2), { by: 'link', link: 0 })
    assert.deepEqual(driverOf(scheduled, 1), { by: 'link', link: 0 })
  })
})
