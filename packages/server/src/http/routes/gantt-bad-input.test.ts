import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi, temporary } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

/** `refuses` sees to it that nothing has changed. */

async function smallPlan() {
  const api = await ganttApi()
  const ids = await api.seed({ a: {}, b: { type: 'summary' }, c: { parent: 'b' }, e: {} })
  await api.done('POST', '/resources', { name: 'Ann' })
  await api.link(ids.a, ids.e)
  await api.assign(ids.a, 1)
  return { ...api, ...ids }
}

/** The same field of a task that is there and of a new one, flat and wrapped. */
function everyWay(field: string, value: string): [method: string, path: string, body: string][] {
  const name = JSON.stringify(field)
  return [
    ['PUT', '/tasks/1', `{${name}:${value}}`],
    ['POST', '/tasks', `{${name}:${value}}`],
    [
      'POST',
      '/tasks',
      `{"task":{${name}:${value},"id":"${temporary(1)}"},"mode":"after","target":1}`,
    ],
  ]
}

const badIds = ['-1', '1.5', '"x"', '"1.5"', '"-1"', '1e300', '1e15', '"1e3"', '" 1"', '"01"']
const badPathIds = ['-1', '1.5', 'x', '1e3', '01', '%201', 'null', '__proto__', '9'.repeat(17)]

describe('a field of a task', () => {
  const bad: Record<string, string[]> = {
    text: ['{}', '[]', 'true', `"${'x'.repeat(100_001)}"`, '"\\u0000"', '"\\ud800"'],
    type: ['{}', '[1]', 'false', `"${'x'.repeat(64)}"`, '"\\u0000"'],
    details: ['{}', '[]', 'true', `"${'x'.repeat(100_001)}"`],
    duration: ['-1', '"x"', '{}', '[]', 'true', '1e300', '"1e999"', '"NaN"', '"0x10"', '"1,5"'],
    base_duration: ['-1', '"x"', '{}', '1e300'],
    progress: ['-1', '100.1', '101', '"x"', '{}', '[50]', 'true', '1e300', '"Infinity"'],
    open: ['"true"', '2', '{}', '[]'],
    segments: ['1', '"x"', '{}', '[1]', '[null]', '[[]]'],
    own: ['"\\u0000"', '["\\udc00"]', '{"\\u0000":1}'],
    '\u0000': ['1'],
    '\ud800': ['1'],
    huge: [`"${'x'.repeat(300_000)}"`],
  }

  for (const [field, values] of Object.entries(bad)) {
    it(`called ${JSON.stringify(field)} is refused with a value it cannot have`, async () => {
      const { refuses } = await smallPlan()

      for (const value of values) {
        for (const [method, path, body] of everyWay(field, value)) {
          const problem = await refuses([422, 'gantt.bad_value'], method, path, body)
          assert.ok(problem.error.length < 200)
        }
      }
    })
  }

  it('may be at its limit', async () => {
    const { done, task } = await smallPlan()
    const fields = {
      text: 'x'.repeat(100_000),
      type: 'x'.repeat(63),
      duration: 87_660_000,
      progress: 100.0000001,
      own: 'y'.repeat(250_000),
    }

    await done('PUT', '/tasks/1', fields)

    const { end: _1, start: _2, id: _3, parent: _4, ...stored } = await task(1)
    assert.deepEqual(stored, { ...fields, progress: 100 })
  })

  it('has a limit together with all others, and with those that are there already', async () => {
    const { done, refuses } = await smallPlan()

    for (const name of ['one', 'two']) {
      await done('PUT', '/tasks/1', { [name]: 'x'.repeat(120_000) })
    }

    const problem = await refuses([422, 'gantt.bad_value'], 'PUT', '/tasks/1', {
      three: 'x'.repeat(30_000),
    })
    assert.equal(problem['limit'], 262_144)
  })

  it('may have a name that objects have already', async () => {
    const { done, task } = await smallPlan()
    const names = [
      'constructor',
      'toString',
      'hasOwnProperty',
      'valueOf',
      '__defineGetter__',
      'then',
    ]
    const fields = Object.fromEntries(names.map((name) => [name, { a: name }]))

    const { id } = await done('POST', '/tasks', { text: 'x', ...fields })
    await done('PUT', '/tasks/1', fields)

    for (const one of [await task(id), await task(1)]) {
      for (const name of names) assert.deepEqual(one[name], { a: name })
    }
    assert.equal(({} as Record<string, unknown>)['a'], undefined)
  })

  it('keeps SQL, markup and odd letters as they are', async () => {
    const { done, task } = await smallPlan()
    const texts = [
      "'; drop table _tasks; --",
      '<script>alert(1)</script>',
      '😀\u2028\u202e\ufeff',
      '%s$1\\',
    ]

    for (const text of texts) {
      await done('PUT', '/tasks/1', { text, details: text, [text]: text })
      const stored = await task(1)
      assert.deepEqual([stored.text, stored['details'], stored[text]], [text, text, text])
    }
  })
})

const places = (id: string): [method: string, path: string, body: string][] => [
  ['POST', '/tasks', `{"id":${id}}`],
  ['POST', '/tasks', `{"task":{"id":${id}}}`],
  ['POST', '/tasks', `{"parent":${id}}`],
  ['POST', '/tasks', `{"task":{"parent":${id}}}`],
  ['POST', '/tasks', `{"task":{},"mode":"after","target":${id}}`],
  ['PUT', '/tasks/1', `{"operation":"move","mode":"after","target":${id}}`],
  ['PUT', '/tasks/1', `{"operation":"move","mode":"child","target":${id}}`],
  ['PUT', '/tasks/1', `{"operation":"copy","mode":"after","target":${id}}`],
  ['POST', '/links', `{"source":${id},"target":1}`],
  ['POST', '/links', `{"source":3,"target":${id}}`],
  ['POST', '/links', `{"id":${id},"source":1,"target":3}`],
  ['PUT', '/links/1', `{"source":${id},"target":1}`],
  ['POST', '/assignments', `{"task":${id},"resource":1}`],
  ['POST', '/assignments', `{"task":3,"resource":${id}}`],
  ['POST', '/assignments', `{"id":${id},"task":3,"resource":1}`],
  ['PUT', '/assignments/1', `{"task":${id}}`],
  ['POST', '/resources', `{"name":"x","parent":${id}}`],
  ['POST', '/resources', `{"name":"x","id":${id}}`],
  ['PUT', '/resources/1', `{"parent":${id}}`],
]

describe('an id in a body', () => {
  it('is refused where nothing can have it', async () => {
    const { refuses } = await smallPlan()

    for (const id of badIds) {
      for (const [method, path, body] of places(id)) {
        await refuses([422, 'gantt.bad_id'], method, path, body)
      }
    }
  })

  it('is refused where it is neither a number nor a text', async () => {
    const { refuses } = await smallPlan()

    for (const id of ['{}', '[]', '[1]', 'true', 'false']) {
      for (const [method, path, body] of places(id)) {
        await refuses([422, 'body.invalid'], method, path, body)
      }
    }
  })

  it('is refused where it is a number that JSON readers cannot keep', async () => {
    const { refuses } = await smallPlan()

    for (const id of ['9007199254740993', '1e999']) {
      for (const [method, path, body] of places(id)) {
        await refuses([422, 'body.number_lost'], method, path, body)
      }
    }
  })
})

describe('an id in an address', () => {
  it('is refused where nothing can have it', async () => {
    const { refuses } = await smallPlan()
    const bodies = {
      tasks: { text: 'x' },
      links: { lag: 1 },
      assignments: { units: 1 },
      resources: { name: 'x' },
    }

    for (const id of badPathIds) {
      for (const [kind, body] of Object.entries(bodies)) {
        await refuses([422, 'gantt.bad_id'], 'PUT', `/${kind}/${id}`, body)
        await refuses([422, 'gantt.bad_id'], 'DELETE', `/${kind}/${id}`)
      }
    }
  })

  it('is the top of the plan only where a list is asked for', async () => {
    const { refuses, done, tasks } = await smallPlan()

    assert.deepEqual(await done('GET', '/tasks/0'), await tasks())
    for (const body of [{ text: 'x' }, { operation: 'copy' }, { operation: 'move', mode: 'up' }]) {
      await refuses([404, 'gantt.task_not_found'], 'PUT', '/tasks/0', body)
    }
    await refuses([404, 'gantt.task_not_found'], 'DELETE', '/tasks/0')
    await refuses([404, 'gantt.link_not_found'], 'DELETE', '/links/0')
  })

  it('takes no other method', async () => {
    const { refuses } = await smallPlan()

    for (const [method, path] of [
      ['PATCH', '/tasks/1'],
      ['POST', '/tasks/1'],
      ['DELETE', '/tasks'],
      ['PUT', '/tasks'],
      ['PUT', '/batch'],
      ['GET', '/batch'],
      ['PUT', '/links'],
      ['POST', '/links/1'],
      ['DELETE', '/resources'],
      ['GET', '/resources/1'],
    ] as const) {
      await refuses([405, 'method_not_allowed'], method, path, method === 'GET' ? undefined : {})
    }
  })
})

describe('a link, an assignment or a resource', () => {
  const bad: [method: string, path: string, body: object][] = [
    ['POST', '/links', { source: 1, target: 3, lag: 'x' }],
    ['POST', '/links', { source: 1, target: 3, lag: 1e300 }],
    ['POST', '/links', { source: 1, target: 3, lag: [] }],
    ['POST', '/links', { source: 1, target: 3, own: '\u0000' }],
    ['PUT', '/links/1', { lag: {} }],
    ['PUT', '/links/1', { own: 'x'.repeat(300_000) }],
    ['POST', '/assignments', { task: 3, resource: 1, units: -1 }],
    ['POST', '/assignments', { task: 3, resource: 1, units: 1001 }],
    ['POST', '/assignments', { task: 3, resource: 1, units: 'all' }],
    ['PUT', '/assignments/1', { units: {} }],
    ['PUT', '/assignments/1', { own: 'x'.repeat(300_000) }],
    ['POST', '/resources', { name: {} }],
    ['POST', '/resources', { name: 'x'.repeat(1001) }],
    ['POST', '/resources', { name: '\u0000' }],
    ['PUT', '/resources/1', { name: [] }],
    ['PUT', '/resources/1', { own: 'x'.repeat(300_000) }],
  ]

  it('is refused with a value it cannot have', async () => {
    const { refuses } = await smallPlan()

    for (const [method, path, body] of bad) {
      await refuses([422, 'gantt.bad_value'], method, path, body)
    }
  })
})

describe('a body of another form', () => {
  const routes: [method: string, path: string][] = [
    ['POST', '/tasks'],
    ['PUT', '/tasks/1'],
    ['POST', '/links'],
    ['PUT', '/links/1'],
    ['POST', '/assignments'],
    ['PUT', '/assignments/1'],
    ['POST', '/resources'],
    ['PUT', '/resources/1'],
  ]
  const sent: [string, number, Parameters<GanttApi['refuses']>[0][1]][] = [
    ['', 400, 'body.empty'],
    ['{', 400, 'body.malformed'],
    ['{"text":"\ud800"', 400, 'body.malformed'],
    ['{"__proto__":{"a":1}}', 400, 'body.unsafe_key'],
    ['{"own":{"__proto__":1}}', 400, 'body.unsafe_key'],
    ['{"text":1,"text":2}', 400, 'body.duplicate_key'],
    [`{"own":${'['.repeat(200)}${']'.repeat(200)}}`, 400, 'body.too_deep'],
    ['[]', 422, 'body.invalid'],
    ['[{}]', 422, 'body.invalid'],
    ['null', 422, 'body.invalid'],
    ['"x"', 422, 'body.invalid'],
    ['{"a":1e999}', 422, 'body.number_lost'],
  ]

  for (const [method, path] of routes) {
    it(`is refused by ${method} ${path}`, async () => {
      const { refuses } = await smallPlan()

      for (const [body, status, code] of sent) await refuses([status, code], method, path, body)
    })
  }

  it('is refused as the task of an event', async () => {
    const { refuses } = await smallPlan()

    for (const task of [7, 'x', [], [{}], true]) {
      await refuses([422, 'body.invalid'], 'POST', '/tasks', { task, mode: 'after', target: 1 })
    }
  })
})
