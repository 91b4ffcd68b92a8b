import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstDayOfWeek } from '../../place/first-day.ts'
import { noFilter, readFilter, taskMatcher, writeFilter } from './task-filter.ts'
import type { FilteredTask, TaskFilter } from './task-filter.ts'

const day = (text: string) => new Date(`${text}T00:00:00`)
/** A Wednesday. */
const now = new Date('2026-11-18T10:00:00')
const tasks: FilteredTask[] = [
  { id: 1, text: 'House', type: 'summary', start: day('2026-11-01'), end: day('2026-12-01') },
  { id: 2, text: 'Brücke bauen', start: day('2026-11-09'), end: day('2026-11-14'), progress: 50 },
  { id: 3, text: 'Roof', start: day('2026-11-16'), end: day('2026-11-19') },
  { id: 4, text: 'Sunday', type: 'milestone', start: day('2026-11-22') },
  { id: 5, text: 'Party', start: day('2026-12-01'), end: day('2026-12-02'), progress: 100 },
]
const people: Record<string, number[]> = { 2: [7], 3: [7, 8] }

function found(filter: Partial<TaskFilter>, firstDay = 1): (string | number)[] {
  const matches = taskMatcher(
    { ...noFilter, ...filter },
    {
      peopleOf: (id) => people[id] ?? [],
      endOfPoint: ({ start }) =>
        start && new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1),
      isCritical: (id) => id === 3,
      firstDay,
      now,
    },
  )
  return tasks.filter(matches).map(({ id }) => id)
}

describe('the filter of tasks', () => {
  it('finds words of a name in any order, without letter case and accents', () => {
    assert.deepEqual(found({ text: 'BAUEN bru' }), [2])
    assert.deepEqual(found({ text: 'brücke' }), [2])
    assert.deepEqual(found({ text: 'hou' }), [1])
    assert.deepEqual(found({ text: 'roof party' }), [])
  })

  it('finds what somebody works on, or nobody', () => {
    assert.deepEqual(found({ who: 7 }), [2, 3])
    assert.deepEqual(found({ who: 'nobody' }), [4, 5])
    assert.deepEqual(found({ who: 7, text: 'roof' }), [3])
  })

  it('finds what goes on within days, of which weeks begin where the place has it', () => {
    assert.deepEqual(found({ when: 'today' }), [3])
    assert.deepEqual(found({ when: 'week' }), [3, 4])
    assert.deepEqual(found({ when: 'week' }, 0), [3])
    assert.deepEqual(found({ when: 'next-week' }, 0), [4])
    assert.deepEqual(found({ when: 'month' }), [2, 3, 4])
    assert.deepEqual(found({ when: 'period', from: '2026-12-01' }), [5])
    assert.deepEqual(found({ when: 'period', to: '2026-11-09' }), [2])
    assert.deepEqual(found({ when: 'period' }), found({}))
  })

  it('finds what is in a state', () => {
    assert.deepEqual(found({ state: 'late' }), [2])
    assert.deepEqual(found({ state: 'begun' }), [2])
    assert.deepEqual(found({ state: 'open' }), [2, 3, 4])
    assert.deepEqual(found({ state: 'done' }), [5])
    assert.deepEqual(found({ state: 'critical' }), [3])
  })

  it('stands in an address, from which what nobody understands is left out', () => {
    const filter: TaskFilter = {
      text: 'a & b',
      who: 7,
      when: 'period',
      from: '2026-01-01',
      to: '',
      state: 'late',
    }
    assert.deepEqual(readFilter(new URLSearchParams(writeFilter(filter))), filter)
    assert.deepEqual(writeFilter(noFilter), {})
    assert.deepEqual(readFilter(new URLSearchParams('who=x&when=y&is=z&zoom=week')), noFilter)
  })
})

describe('the first day of the week', () => {
  it('is that of the place', () => {
    const firsts = ['de-DE', 'en-GB', 'en-US', 'pt-BR', 'de'].map((name) => firstDayOfWeek(name))
    assert.deepEqual(firsts, [1, 1, 0, 0, 1])
  })
})
