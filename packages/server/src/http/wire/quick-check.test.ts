import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import * as gantt from '@triptych/contract/gantt'
import * as tables from '@triptych/contract/tables'
import { z } from 'zod'
import { chosenSeed, depth, seededRandom } from '../../../test/fixtures/seeded-random.ts'
import type { SeededRandom } from '../../../test/fixtures/seeded-random.ts'
import { isSurelyTaken } from './quick-check.ts'

const contract = new URL('../../../../contract/src/', import.meta.url)
const parts = readdirSync(contract).filter((name) => /(?<!\.test)\.ts$/.test(name))
const ofContract: (readonly [string, z.ZodType])[] = []
for (const part of parts) {
  for (const [name, value] of Object.entries(
    (await import(new URL(part, contract).href)) as Record<string, unknown>,
  )) {
    if (value instanceof z.ZodType) ofContract.push([name, value])
  }
}

/** What has a check, changes its value, or knows a default, alone and inside others. */
const left = {
  checked: z.string().min(2),
  formatted: z.email(),
  whole: z.int(),
  cut: z.string().trim(),
  made: z.string().default('x'),
  coerced: z.coerce.number(),
  other: z.string().transform((text) => text.length),
  few: z.array(z.string()).max(1),
  strict: z.strictObject({ a: z.string().optional() }),
}
const others: (readonly [string, z.ZodType])[] = Object.entries(left).flatMap(([name, schema]) => [
  [name, schema],
  [`${name} inside`, z.looseObject({ task: schema })],
  [`${name} or a number`, z.union([z.number(), schema])],
  [`maybe ${name}`, schema.optional().nullable()],
])
const plain = [
  ['stripped', z.object({ text: z.string(), id: z.number().optional() })],
  ['needed', z.looseObject({ text: z.unknown() })],
  ['left out', z.union([z.object({ text: z.string() }), z.looseObject({ text: z.string() })])],
  [
    'left out inside',
    z.union([
      z.looseObject({ task: z.object({ text: z.string() }).nullish() }),
      z.looseObject({ task: z.looseObject({ text: z.string() }) }),
    ]),
  ],
  ['nested', z.object({ task: z.object({ mode: z.literal(['child', 5]) }) })],
] as const

const names = 'id task text mode target parent data url method key value a toString'.split(' ')
const values = ['', 'x', 'child', 'PUT', 0, 5, 1.5, -1, true, false, null, [], ['x', 'y'], 1e300]

function randomJson(random: SeededRandom, deep = 3): unknown {
  const kind = random.next()
  if (deep === 0 || kind < 0.4) return random.pick(values)
  const count = random.between(0, 4)
  if (kind < 0.55) return Array.from({ length: count }, () => randomJson(random, deep - 1))
  return Object.fromEntries(
    Array.from({ length: count }, () => [random.pick(names), randomJson(random, deep - 1)]),
  )
}

/** Something that may well be of the form of a schema: few values at random are. */
function likely(random: SeededRandom, schema: z.core.$ZodType, deep = 5): unknown {
  const again = (one: z.core.$ZodType) => likely(random, one, deep - 1)
  const few = <T>(make: () => T) => Array.from({ length: random.between(0, 2) }, make)
  if (deep === 0 || random.next() < 0.05) return randomJson(random, 1)
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return random.pick(['', 'x', '2026-04-01', 'a@b.cd'])
    case 'number':
      return random.pick([0, 1, 2.5, -7, 2 ** 53])
    case 'boolean':
      return random.next() < 0.5
    case 'literal':
      return random.pick(def.values)
    case 'enum':
      return random.pick(Object.values(def.entries))
    case 'optional':
    case 'default':
    case 'readonly':
      return again(def.innerType)
    case 'nullable':
      return random.next() < 0.2 ? null : again(def.innerType)
    case 'union':
      return again(random.pick(def.options))
    case 'array':
      return few(() => again(def.element))
    case 'record':
      return Object.fromEntries(few(() => [random.pick(names), again(def.valueType)]))
    case 'object': {
      const members = Object.entries(def.shape).filter(
        ([, one]) => random.next() < (one._zod.optin === 'optional' ? 0.4 : 0.97),
      )
      const made = members.map(([name, one]) => [name, again(one)] as const)
      if (random.next() < 0.2) made.push([random.pick(names), randomJson(random, 1)])
      return Object.fromEntries(made)
    }
    default:
      return randomJson(random, 1)
  }
}

function assertTaken([name, schema]: readonly [string, z.ZodType], value: unknown): boolean {
  if (!isSurelyTaken(schema, value)) return false
  const { success, data } = schema.safeParse(value)
  assert.ok(success, `${name}: ${JSON.stringify(value)}`)
  assert.deepEqual(data, value, name)
  return true
}

describe('what is surely taken', () => {
  it('is what the schema takes, as it is', () => {
    const random = seededRandom(chosenSeed())
    let count = 0
    for (let n = 0; n < 1500 * depth; n++) {
      const value = randomJson(random)
      for (const one of [...ofContract, ...others, ...plain]) if (assertTaken(one, value)) count++
    }
    assert.ok(count > 1000, `${count}`)
  })

  it('is so, too, where it was made for the schema', () => {
    const random = seededRandom(chosenSeed())
    let count = 0
    for (const one of [...ofContract, ...plain]) {
      for (let n = 0; n < 100 * depth; n++) if (assertTaken(one, likely(random, one[1]))) count++
    }
    assert.ok(ofContract.length > 150 && count > 1000, `${ofContract.length} ${count}`)
  })

  it('is most of what clients send', () => {
    const task = { text: 'a', start: '2026-04-01', parent: 1, details: '', own: { any: ['thing'] } }
    assert.ok(isSurelyTaken(gantt.AddTask, task))
    assert.ok(isSurelyTaken(gantt.AddTask, { task, mode: 'child', target: 5 }))
    assert.ok(isSurelyTaken(gantt.PutTask, { text: 'b' }))
    assert.ok(isSurelyTaken(gantt.Batch, [{ url: 'tasks', method: 'POST', data: task }]))
    assert.ok(isSurelyTaken(tables.UpdateCell, { key: 'votes', value: 5 }))
  })

  it('is nothing that a member makes wrong', () => {
    assert.ok(!isSurelyTaken(gantt.AddTask, { task: { text: 'a' }, mode: 'beside' }))
    assert.ok(!isSurelyTaken(gantt.AddTask, { text: 'a', parent: {} }))
    assert.ok(!isSurelyTaken(gantt.Batch, [{ url: 'tasks' }]))
    assert.ok(!isSurelyTaken(gantt.Batch, {}))
  })
})
