import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import type { StoredTask } from '../../ports/gantt-store.ts'
import { mergedTask, newTask, taskChanges } from './task-input.ts'

const start = '2026-04-01T00:00:00'
const stored: StoredTask = {
  id: 2,
  parent: 1,
  place: 'V',
  type: 'task',
  text: 'Draft',
  start,
  end: '2026-04-04T00:00:00',
  duration: 3,
  progress: 40,
  open: false,
  lazy: null,
  fields: { details: '', color: { name: 'red', shades: [1, 2] } },
  children: 0,
  version: 9,
}

function bad(field: string): object {
  return { code: 'gantt.bad_value', details: { field } }
}

/** What a stored task becomes by a body. */
function merged(body: Record<string, unknown>, task: Partial<StoredTask> = {}): object | null {
  return mergedTask({ ...stored, ...task }, taskChanges(body))
}

function made(body: Record<string, unknown>): ReturnType<typeof newTask> {
  return newTask(taskChanges(body), { start })
}

describe('taskChanges', () => {
  it('reads what the client sends', () => {
    const changes = taskChanges({
      type: 'task',
      text: 'New Task',
      parent: 1,
      start: '2026-04-01 00:00:00',
      duration: 1,
      end: '2026-04-02 00:00:00',
      id: 'temp://1790000000001',
      progress: 0,
      details: '',
      $level: 2,
      $x: 100,
      $skip: false,
    })

    assert.deepEqual(changes, {
      type: 'task',
      text: 'New Task',
      start,
      end: '2026-04-02T00:00:00',
      duration: 1,
      progress: 0,
      fields: { details: '' },
    })
  })

  it('passes over what is no field of a task', () => {
    const names = `id parent $x $ data slack critical lazy nested mode target operation`.split(' ')
    const body = Object.fromEntries(names.map((name) => [name, { any: 'thing' }]))

    assert.deepEqual(taskChanges(body), {})
    const tricky = JSON.parse('{"__proto__":{"text":"x"},"color":1}') as Record<string, unknown>
    assert.deepEqual(taskChanges(tricky), { fields: { color: 1 } })
    assert.equal(taskChanges(tricky).fields?.['text'], undefined)
  })

  it('keeps unknown fields as they are', () => {
    const fields = { price: 1.5, tags: ['a', null], nested: undefined, deep: { $x: 1 }, none: null }

    assert.deepEqual(taskChanges(fields).fields, {
      price: 1.5,
      tags: ['a', null],
      deep: { $x: 1 },
      none: null,
    })
    assert.deepEqual(taskChanges({ constructor: 'c', '': 1 }).fields, { constructor: 'c', '': 1 })
  })

  it('takes numbers for text and nothing for empty text', () => {
    assert.deepEqual(taskChanges({ text: 5, details: 1.5 }), {
      text: '5',
      fields: { details: '1.5' },
    })
    assert.deepEqual(taskChanges({ text: null, details: null }), {
      text: '',
      fields: { details: '' },
    })
  })

  it('refuses what is no text', () => {
    for (const value of [true, {}, [], 'half \ud800', 'nul \0', 'x'.repeat(100_001)]) {
      assert.throws(() => taskChanges({ text: value }), bad('text'))
      assert.throws(() => taskChanges({ details: value }), { code: 'gantt.bad_value' })
    }
    assert.equal(taskChanges({ text: 'x'.repeat(100_000) }).text?.length, 100_000)
  })

  it('takes any type, and task for none', () => {
    const types = ['project', 'milestone', '', null].map((type) => taskChanges({ type }).type)

    assert.deepEqual(types, ['project', 'milestone', 'task', 'task'])
    for (const type of [{}, true, 'x'.repeat(64)]) {
      assert.throws(() => taskChanges({ type }), bad('type'))
    }
  })

  it('reads the dates of the plan and of its baseline alike', () => {
    const changes = taskChanges({
      start: '2026-04-01T00:00:00.000Z',
      end: null,
      base_start: '2026-04-01 08:00:00',
      base_end: '',
      custom: '2026-04-01 08:00:00',
    })

    assert.deepEqual(changes, {
      start,
      end: null,
      fields: { base_start: '2026-04-01T08:00:00', base_end: null, custom: '2026-04-01 08:00:00' },
    })
    for (const field of ['start', 'end', 'base_start', 'base_end']) {
      const error = { code: 'gantt.bad_date', details: { field } }
      assert.throws(() => taskChanges({ [field]: '2026-02-30 00:00:00' }), error)
      assert.throws(() => taskChanges({ [field]: 5 }), error)
    }
  })

  it('leaves the start alone where none is given', () => {
    for (const none of [null, '']) assert.deepEqual(taskChanges({ start: none }), {})
  })

  it('takes fractions, also as text, and nothing', () => {
    const durations = [2.5, '0.25', 0, -0, null, ''].map((duration) => taskChanges({ duration }))
    const shares = [33.3, '50', 100, null, ''].map((progress) => taskChanges({ progress }).progress)

    assert.deepEqual(
      durations.map(({ duration }) => duration),
      [2.5, 0.25, 0, 0, null, null],
    )
    assert.deepEqual(shares, [33.3, 50, 100, 0, 0])
  })

  it('refuses durations and progress out of bounds', () => {
    for (const duration of [-1, 1e9, 'long', true, {}, [3], Number.NaN, Infinity]) {
      assert.throws(() => taskChanges({ duration }), bad('duration'), inspect(duration))
      const base_duration = Number.isFinite(duration) ? duration : 'long'
      assert.throws(() => taskChanges({ base_duration }), bad('base_duration'))
    }
    for (const progress of [-1, 100.1, 101, 'half', true]) {
      assert.throws(() => taskChanges({ progress }), bad('progress'), inspect(progress))
    }
  })

  it('forgives progress that misses its bounds by a hair', () => {
    assert.equal(taskChanges({ progress: 100.000_000_01 }).progress, 100)
    assert.equal(taskChanges({ progress: -1e-9 }).progress, 0)
  })

  it('takes open as a flag', () => {
    const flags = [true, false, 1, 0, null].map((open) => taskChanges({ open }).open)

    assert.deepEqual(flags, [true, false, true, false, false])
    assert.throws(() => taskChanges({ open: 'yes' }), bad('open'))
  })

  it('takes segments as a list of objects, without what the client draws', () => {
    const segment = { id: 1, start: '2026-04-01 00:00:00', duration: 2 }

    const { fields } = taskChanges({ segments: [{ ...segment, $x: 5, $w: 9 }] })

    assert.deepEqual(fields, { segments: [segment] })
    assert.deepEqual(taskChanges({ segments: null }).fields, { segments: null })
    for (const segments of [{}, 'x', [null], [[]], [1]]) {
      assert.throws(() => taskChanges({ segments }), bad('segments'))
    }
  })

  it('refuses fields that no database keeps', () => {
    for (const value of ['half \ud800', { deep: ['nul \0'] }, { 'nul \0': 1 }, Number.NaN]) {
      assert.throws(() => taskChanges({ note: value }), bad('note'))
    }
    assert.throws(() => taskChanges({ ['half \ud800']: 1 }), { code: 'gantt.bad_value' })
  })
})

describe('newTask', () => {
  it('makes a whole task of nothing', () => {
    const whole = {
      type: 'task',
      text: '',
      start,
      end: null,
      duration: 1,
      progress: 0,
      open: false,
      lazy: null,
      fields: {},
    }

    assert.deepEqual(made({}), whole)
    assert.deepEqual(made({ start: null, end: null, duration: 0 }), whole)
  })

  it('keeps what was given', () => {
    const body = { start: '2026-05-01', end: '2026-05-03', duration: 2, open: true, color: 'red' }

    const task = made({ ...body, type: 'project', text: 'T', progress: 5.5 })

    assert.deepEqual(task, {
      type: 'project',
      text: 'T',
      start: '2026-05-01T00:00:00',
      end: '2026-05-03T00:00:00',
      duration: 2,
      progress: 5.5,
      open: true,
      lazy: null,
      fields: { color: 'red' },
    })
  })

  it('gives a milestone neither end nor duration', () => {
    const { end, duration } = made({ type: 'milestone', end: '2026-05-03', duration: 2 })

    assert.deepEqual({ end, duration }, { end: null, duration: 0 })
  })

  it('gives a summary an end, which the client cannot do without', () => {
    assert.equal(made({ type: 'summary' }).end, '2026-04-02T00:00:00')
    assert.equal(made({ type: 'summary', duration: 2.5 }).end, '2026-04-03T12:00:00')
    assert.equal(made({ type: 'summary', end: '2026-04-09' }).end, '2026-04-09T00:00:00')
    assert.equal(made({ type: 'summary', end: '2026-04-09' }).duration, null)
    const atTheEnd = made({ type: 'summary', start: '9999-12-31', duration: 1e6 })
    assert.equal(atTheEnd.end, '9999-12-31T23:59:59')
  })

  it('starts no later than it ends', () => {
    assert.equal(made({ end: '2026-03-01' }).start, '2026-03-01T00:00:00')
    assert.equal(made({ end: '2026-05-01' }).start, start)
  })

  it('refuses an end before the start, but where the duration counts', () => {
    const body = { start: '2026-10-25 02:45:00', end: '2026-10-25 02:15:00' }

    assert.throws(() => made(body), bad('end'))
    assert.throws(() => made({ ...body, duration: 0 }), bad('end'))
    assert.equal(made({ ...body, duration: 0.5 }).end, '2026-10-25T02:15:00')
  })

  it('refuses more than 256 KiB of fields', () => {
    made({ note: 'x'.repeat(256 * 1024 - 20) })
    assert.throws(() => made({ note: 'x'.repeat(256 * 1024) }), { code: 'gantt.bad_value' })
    assert.throws(() => made({ note: 'ä'.repeat(128 * 1024) }), { code: 'gantt.bad_value' })
    // As JSON each of these takes six.
    assert.throws(() => made({ note: '\u0001'.repeat(44 * 1024) }), { code: 'gantt.bad_value' })
    assert.throws(() => made({ list: ['x'.repeat(256 * 1024)] }), { code: 'gantt.bad_value' })
    const names = Array.from({ length: 30_000 }, (_, n) => [`n${n}`, null])
    assert.throws(() => made(Object.fromEntries(names)), { code: 'gantt.bad_value' })
  })
})

describe('mergedTask', () => {
  it('answers nothing where nothing changes', () => {
    const same = {
      id: 2,
      parent: 77,
      type: 'task',
      text: 'Draft',
      start: '2026-04-01 00:00:00',
      end: '2026-04-04 00:00:00',
      duration: 3,
      progress: 40,
      open: false,
      lazy: true,
      details: null,
      color: { shades: [1, 2], name: 'red' },
      $x: 5,
    }

    assert.equal(merged(same), null)
    assert.equal(merged({}), null)
  })

  it('answers only what changes, and keeps the fields that were not sent', () => {
    assert.deepEqual(merged({ text: 'Final', progress: 40 }), { text: 'Final' })
    assert.deepEqual(merged({ note: 'n' }), { fields: { ...stored.fields, note: 'n' } })
    assert.deepEqual(merged({ color: { name: 'red', shades: [2, 1] } }), {
      fields: { details: '', color: { name: 'red', shades: [2, 1] } },
    })
  })

  it('takes end and duration from what becomes a milestone', () => {
    assert.deepEqual(merged({ type: 'milestone', duration: 0 }), {
      type: 'milestone',
      end: null,
      duration: 0,
    })
    const milestone = { type: 'milestone', end: null, duration: 0 }
    assert.equal(merged({ end: '2026-04-09', duration: 4 }, milestone), null)
  })

  it('gives a duration to what was a milestone', () => {
    const milestone = { type: 'milestone', end: null, duration: 0 }

    assert.deepEqual(merged({ type: 'task' }, milestone), { type: 'task', duration: 1 })
    assert.deepEqual(merged({ type: 'summary' }, milestone), {
      type: 'summary',
      end: '2026-04-02T00:00:00',
      duration: 1,
    })
  })

  it('moves the end with the start where only the start is given', () => {
    const moved = { start: '2026-04-11T00:00:00', end: '2026-04-14T00:00:00' }

    assert.deepEqual(merged({ start: '2026-04-11' }), moved)
    assert.deepEqual(merged({ start: '2026-04-11', duration: 3 }), moved)
  })

  it('forgets the end where another duration is given, but for a summary', () => {
    assert.deepEqual(merged({ duration: 5 }), { end: null, duration: 5 })
    assert.deepEqual(merged({ duration: 5 }, { type: 'summary' }), {
      end: '2026-04-06T00:00:00',
      duration: 5,
    })
  })

  it('goes by the end where the duration is taken away', () => {
    assert.deepEqual(merged({ duration: null }), { duration: null })
    assert.deepEqual(merged({ duration: 0 }), { duration: 0 })
  })

  it('forgets the duration where another end is given, which the client would not look at', () => {
    assert.deepEqual(merged({ end: '2026-04-08' }), { end: '2026-04-08T00:00:00', duration: null })
    assert.deepEqual(merged({ start: '2026-04-02', end: '2026-04-04' }), {
      start: '2026-04-02T00:00:00',
      duration: null,
    })
    assert.equal(merged({ end: '2026-04-04' }), null)
  })

  it('goes by the duration where the end is taken away', () => {
    assert.deepEqual(merged({ end: null }), { end: null })
    assert.deepEqual(merged({ end: null, duration: null }), { end: null, duration: 1 })
    assert.equal(merged({ end: null }, { type: 'summary' }), null)
  })

  it('refuses an end before the start', () => {
    assert.throws(() => merged({ end: '2026-03-01' }), bad('end'))
  })

  it('refuses fields that become too long together', () => {
    const fields = { note: 'x'.repeat(200 * 1024) }
    const body = { more: 'x'.repeat(100 * 1024) }

    assert.throws(() => merged(body, { fields }), { code: 'gantt.bad_value' })
  })
})
