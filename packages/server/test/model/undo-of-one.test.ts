import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../fixtures/api.ts'
import type { Answer, Api } from '../fixtures/api.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

/** Ids differ between two worlds, keys do not. */
interface Deed {
  kind: 'films' | 'tasks' | 'links' | 'assignments' | 'resources'
  does: 'add' | 'change' | 'move' | 'delete'
  key: string
  values: Record<string, unknown>
  /** Fields that name something, by its key. */
  names: Record<string, string>
}

type Thing = Record<string, unknown> & { id: number }
type Kind = Deed['kind']

const kinds: readonly Kind[] = ['films', 'tasks', 'links', 'assignments', 'resources']
/** Where the key of each is kept. */
const keyField: Record<Kind, string> = {
  films: 'code',
  tasks: 'key',
  links: 'key',
  assignments: 'key',
  resources: 'name',
}
/** What each can refer to. */
const ends: Record<Kind, Record<string, Kind>> = {
  films: {},
  tasks: { parent: 'tasks' },
  links: { source: 'tasks', target: 'tasks' },
  assignments: { task: 'tasks', resource: 'resources' },
  resources: {},
}

describe('taking back all that one of four has done', () => {
  it('leaves exactly what the others did', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < 4 * depth; run++) {
      const random = seededRandom(seed + run)
      const [together, withoutAnn] = [await api(), await api()]
      for (const world of [together, withoutAnn]) {
        for (let n = 0; n < 6; n++) await furnish(world, n)
      }
      const annsPlaces = new Set<string>()
      const annsOwn = new Set<string>()
      /** What she has moved, and what she has moved things to. */
      const annsMoves = new Set<string>()
      let steps = 0
      for (let n = 0; n < 60; n++) {
        const who = random.pick(['ann', 'bob', 'cid', 'dee'])
        const deed = await chooseDeed(together, random, { n, who, annsPlaces, annsOwn })
        if (!deed) continue
        if (await isUnclear(together, deed, who, annsMoves)) continue
        if (await isUnclear(withoutAnn, deed, who, annsMoves)) continue
        const head = await together.head()
        if (!(await perform(together, deed, who))) continue
        if ((await together.head()) === head) continue
        if (who !== 'ann') {
          // What is possible only because of her, they leave.
          if (!(await perform(withoutAnn, deed, who))) await undo(together, who)
          continue
        }
        steps++
        if (deed.does === 'add') annsOwn.add(deed.key)
        if (deed.does !== 'change') annsPlaces.add(deed.key)
        for (const key of [deed.key, ...Object.values(deed.names)]) annsMoves.add(key)
      }
      let before: unknown = null
      for (let n = 0; n < steps; n++) {
        const { status, json } = await undo(together, 'ann', before)
        if (status === 200) continue
        const { code, entity, step } = json as Record<'code' | 'entity' | 'step', string>
        // Somebody has tied the same two together since, or has removed what it was in.
        const isTie = /^(links|assignments)\//.test(entity) && code === 'history.changed_since'
        if (!isTie)
          assert.equal(code, 'history.gone', `seed ${seed + run}: ${JSON.stringify(json)}`)
        before = step
      }
      assert.deepEqual(
        await picture(together, annsPlaces),
        await picture(withoutAnn, annsPlaces),
        `seed ${seed + run}`,
      )
    }
  })
})

async function undo(world: Api, who: string, before: unknown = null): Promise<Answer> {
  return world.call('POST', '/undo', { before }, { 'x-origin': who })
}

async function furnish(world: Api, n: number): Promise<void> {
  const task = n > 3 ? { parent: 't0' } : {}
  const deeds: Pick<Deed, 'kind' | 'key' | 'names'>[] = [
    { kind: 'films', key: `f${n}`, names: {} },
    { kind: 'tasks', key: `t${n}`, names: task },
    { kind: 'resources', key: `r${n}`, names: {} },
  ]
  for (const deed of deeds) {
    assert.ok(await perform(world, { ...deed, does: 'add', values: {} }, 'bob'))
  }
}

async function chooseDeed(
  world: Api,
  random: SeededRandom,
  {
    n,
    who,
    annsPlaces,
    annsOwn,
  }: { n: number; who: string } & Record<'annsPlaces' | 'annsOwn', ReadonlySet<string>>,
): Promise<Deed | null> {
  const kind = random.pick(kinds)
  const isAnn = who === 'ann'
  // What others have tied to something of hers keeps it from being taken back.
  const there = async (of: Kind): Promise<string[]> =>
    (await list(world, of)).map((one) => keyOf(of, one)).filter((key) => isAnn || !annsOwn.has(key))
  const keys = await there(kind)
  const does = random.pick(['add', 'change', 'change', 'move', 'delete'] as const)
  const names: Record<string, string> = {}
  if (does === 'add') {
    for (const [field, of] of Object.entries(ends[kind])) {
      const named = (await there(of)).filter((key) => isAnn || !annsPlaces.has(key))
      if (named.length === 0) return null
      names[field] = random.pick(named)
    }
    if (kind === 'tasks' && random.next() < 0.5) delete names['parent']
    return { kind, does, key: `${who}${n}`, values: {}, names }
  }
  if (keys.length === 0) return null
  const key = random.pick(keys)
  if (does === 'change') return { kind, does, key, values: someValues(kind, n, random), names }
  if (does === 'delete') return { kind, does, key, values: {}, names }
  if (kind !== 'films' && kind !== 'tasks') return null
  // Beside what she has moved is another place once it is back.
  const target = random.pick(keys.filter((one) => isAnn || !annsPlaces.has(one)).concat(key))
  const mode = random.pick(kind === 'tasks' ? ['before', 'after', 'child'] : ['before', 'after'])
  return { kind, does, key, values: { operation: 'move', mode }, names: { target } }
}

/** Whether what a deed does would hang on what Ann has done before. */
async function isUnclear(
  world: Api,
  deed: Deed,
  who: string,
  annsMoves: ReadonlySet<string>,
): Promise<boolean> {
  const { kind, does, key } = deed
  // To join the same two once more is to change what joins them.
  if (await isJoined(world, deed)) return true
  // With a branch goes what she has moved into it, and not what she has moved out.
  if (who === 'ann' || kind !== 'tasks' || does !== 'delete') return false
  return hasBelow(world, key, annsMoves)
}

async function isJoined(world: Api, { kind, does, names }: Deed): Promise<boolean> {
  if (kind !== 'assignments' || does !== 'add') return false
  const { task, resource } = names
  const ids = [await idOf(world, 'tasks', task!), await idOf(world, 'resources', resource!)]
  return (await list(world, 'assignments')).some(
    (one) => one['task'] === ids[0] && one['resource'] === ids[1],
  )
}

async function hasBelow(world: Api, key: string, keys: ReadonlySet<string>): Promise<boolean> {
  const tasks = await list(world, 'tasks')
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const isBelow = (task: Thing | undefined): boolean =>
    task !== undefined &&
    (keyOf('tasks', task) === key || isBelow(byId.get(Number(task['parent']))))
  return tasks.some((task) => keys.has(keyOf('tasks', task)) && isBelow(task))
}

function someValues(kind: Kind, n: number, random: SeededRandom): Record<string, unknown> {
  const value = `v${n}`
  const choices: Record<Kind, Record<string, unknown>[]> = {
    films: [{ name: value }, { year: n }, { name: value, rating: n }, { extra: [value] }],
    tasks: [{ text: value }, { progress: n }, { text: value, note: value }, { note: value }],
    // Without a lag it has none.
    links: [{ note: value }, { colour: value }],
    assignments: [{ units: n }, { note: value }],
    resources: [{ note: value }, { colour: value }],
  }
  return random.pick(choices[kind])
}

/** Answers whether it was not refused. */
async function perform(world: Api, deed: Deed, who: string): Promise<boolean> {
  const { kind, does, key, values, names } = deed
  const body: Record<string, unknown> = { ...values }
  for (const [field, name] of Object.entries(names)) {
    const of = field === 'target' && does === 'move' ? kind : (ends[kind][field] ?? kind)
    body[field] = await idOf(world, of, name)
  }
  const ask = (method: string, path: string): Promise<Answer> =>
    world.call(method, path, body, { 'x-origin': who })
  if (does === 'add') {
    const start = kind === 'tasks' ? { start: '2026-04-01', duration: 2, text: key } : {}
    const type = kind === 'links' ? { type: 'e2s' } : {}
    Object.assign(body, start, type, kind === 'films' && { name: key }, { [keyField[kind]]: key })
  }
  const answer = await (does === 'add'
    ? ask('POST', `/${kind}`)
    : ask(does === 'delete' ? 'DELETE' : 'PUT', `/${kind}/${await idOf(world, kind, key)}`))
  return answer.status === 200
}

async function list(world: Api, kind: Kind): Promise<Thing[]> {
  return (await world.call('GET', `/${kind}`)).json as Thing[]
}

function keyOf(kind: Kind, thing: Thing): string {
  return String(thing[keyField[kind]])
}

async function idOf(world: Api, kind: Kind, key: string): Promise<number> {
  return (await list(world, kind)).find((one) => keyOf(kind, one) === key)?.id ?? 0
}

/** All there is, by keys; where things stand as far as Ann did not move them. */
async function picture(world: Api, annsPlaces: ReadonlySet<string>): Promise<unknown> {
  const known = new Map<string, string>()
  const lists = new Map<Kind, Thing[]>()
  for (const kind of kinds) {
    lists.set(kind, await list(world, kind))
    for (const one of lists.get(kind)!) known.set(`${kind} ${one.id}`, keyOf(kind, one))
  }
  const drawn: Record<string, unknown> = {}
  for (const kind of kinds) {
    for (const { id, ...thing } of lists.get(kind)!) {
      for (const [field, of] of Object.entries(ends[kind])) {
        thing[field] = known.get(`${of} ${String(thing[field])}`) ?? thing[field]
      }
      drawn[`${kind} ${known.get(`${kind} ${id}`)}`] = thing
    }
    const keys = lists.get(kind)!.map((one) => keyOf(kind, one))
    const isOrdered = kind === 'films' || kind === 'tasks'
    if (isOrdered) drawn[kind] = keys.filter((key) => !annsPlaces.has(key))
  }
  return drawn
}
