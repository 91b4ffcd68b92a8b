import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { People, Person } from '@triptych/contract/people'
import { openPresence } from './presence.ts'

const began = Date.UTC(2026, 3, 5)

/** A presence whose time stands still until `pass`. */
function here(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: began })
  const presence = openPresence({ secret: 'of the database', presence: null })

  function come(origin: string, rest: Partial<Person> = {}) {
    const told: People[] = []
    const visitor = { origin, name: origin, at: null, ...rest }
    const leave = presence.join(visitor, new Date(), (message) => {
      const [, data] = /^event: people\ndata: ([^\r\n]*)\n\n$/.exec(message) ?? assert.fail(message)
      told.push(JSON.parse(data!) as People)
    })
    return {
      told,
      leave,
      names: () => told.map(({ people }) => people.map(({ name }) => name)),
    }
  }

  const names = () => presence.now().people.map(({ name }) => name)
  return { presence, come, names, pass: (ms: number) => t.mock.timers.tick(ms) }
}

describe('who comes', () => {
  it('is told at once who is here, and the others soon after', (t) => {
    const { come, pass } = here(t)
    const ada = come('ada', { at: 'gantt' })
    pass(1000)
    const bob = come('bob')

    assert.deepEqual(bob.names(), [['ada', 'bob']])
    assert.deepEqual(ada.names(), [['ada']])
    pass(100)
    assert.deepEqual(ada.names(), [['ada'], ['ada', 'bob']])
    const { people, you } = ada.told[0]!
    assert.deepEqual(people, [
      { id: you, name: 'ada', at: 'gantt', since: '2026-04-05T00:00:00.000Z' },
    ])
    assert.equal(bob.told[0]!.people[1]!.id, bob.told[0]!.you)
  })

  it('tells nobody the word by which it is known', (t) => {
    const { come, pass } = here(t)
    const ada = come('ada', { name: 'Ada' })
    come('secret of bob', { name: 'Bob' })
    pass(100)

    assert.doesNotMatch(JSON.stringify(ada.told), /secret/)
  })

  it('hears nothing twice', (t) => {
    const { come, pass } = here(t)
    const ada = come('ada')

    pass(10_000)

    assert.equal(ada.told.length, 1)
  })

  it('is told together with all that come in the same moment', (t) => {
    const { come, pass } = here(t)
    const ada = come('ada')
    pass(100)

    for (let n = 0; n < 50; n++) {
      come(`p${n}`)
      pass(1)
    }
    pass(100)

    assert.equal(ada.told.length, 2)
    assert.equal(ada.told[1]!.people.length, 51)
  })

  it('counts once in two places, and is where they came last', (t) => {
    const { come, presence, pass } = here(t)
    come('ada', { at: 'files' })
    pass(500)
    const second = come('ada', { at: 'gantt' })

    const [ada, ...others] = presence.now().people
    assert.deepEqual(others, [])
    assert.equal(ada!.at, 'gantt')
    assert.equal(ada!.since, '2026-04-05T00:00:00.000Z')
    second.leave()
    assert.deepEqual(
      presence.now().people.map(({ at }) => at),
      ['files'],
    )
  })
})

describe('who goes', () => {
  it('is missed after two seconds, and told to those who stay', (t) => {
    const { come, names, pass } = here(t)
    const ada = come('ada')
    const bob = come('bob')
    pass(100)

    bob.leave()
    pass(1999)
    assert.deepEqual(names(), ['ada', 'bob'])
    pass(1)
    pass(100)

    assert.deepEqual(names(), ['ada'])
    assert.deepEqual(ada.names().at(-1), ['ada'])
    assert.deepEqual(bob.names().at(-1), ['ada', 'bob'])
  })

  it('and comes back before that has not been away', (t) => {
    const { come, presence, pass } = here(t)
    const ada = come('ada')
    const bob = come('bob')
    pass(100)
    const before = presence.now()

    for (let n = 0; n < 5; n++) {
      bob.leave()
      pass(1500)
      const again = come('bob')
      pass(1500)
      again.leave()
      pass(1500)
      come('bob')
    }
    pass(10_000)

    assert.deepEqual(presence.now(), before)
    assert.equal(ada.told.length, 2)
  })

  it('and comes back with another name or place is told as changed', (t) => {
    const { come, pass } = here(t)
    const ada = come('ada')
    const bob = come('bob', { at: 'files' })
    pass(100)

    bob.leave()
    come('bob', { at: 'gantt', name: 'Bob' })
    pass(100)

    const { id, ...told } = ada.told.at(-1)!.people[1]!
    assert.equal(id, bob.told[0]!.you)
    assert.deepEqual(told, { name: 'Bob', at: 'gantt', since: '2026-04-05T00:00:00.000Z' })
  })

  it('may say so twice', (t) => {
    const { come, names, pass } = here(t)
    const first = come('ada')
    come('ada')

    first.leave()
    first.leave()
    pass(5000)

    assert.deepEqual(names(), ['ada'])
  })
})

it('tells of a thousand at most', (t) => {
  const { come, presence } = here(t)
  for (let n = 0; n < 1001; n++) come(`p${n}`)

  const { people } = presence.now()

  assert.equal(people.length, 1000)
  assert.equal(people.at(-1)!.name, 'p999')
})

it('says nothing more when it is closed', (t) => {
  const { come, presence, pass } = here(t)
  const ada = come('ada')
  const bob = come('bob')
  const before = ada.told.length

  presence.close()
  bob.leave()
  pass(10_000)

  assert.equal(ada.told.length, before)
})
