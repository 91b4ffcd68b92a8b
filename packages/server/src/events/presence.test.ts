import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Person } from '@triptych/contract/people'
import { toldPeople } from '../../test/fixtures/told-people.ts'
import { openPresence } from './presence.ts'

const began = Date.UTC(2026, 3, 5)

/** A presence whose time stands still until `pass`. */
function here(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: began })
  const presence = openPresence({ secret: 'of the database', presence: null })

  function come(key: string, rest: Partial<Person> = {}) {
    const { told, takeAll } = toldPeople()
    let takes = true
    const take = () => takes && takeAll(attendance)
    // It is woken, and looks what there is.
    const visitor = { key, name: key, at: null, ...rest }
    const attendance = presence.join([visitor], new Date(), () => take())
    take()
    return {
      told,
      leave: attendance.leave,
      stopTaking: () => (takes = false),
      takeAgain() {
        takes = true
        take()
      },
      names: () => told.map(({ people }) => people.map(({ name }) => name)),
    }
  }

  const names = () => presence.now().people.map(({ name }) => name)
  return { presence, come, names, pass: (ms: number) => t.mock.timers.tick(ms) }
}

describe('who comes', () => {
  it('is told at once who is here, and so are the others', (t) => {
    const { come, pass } = here(t)
    const ada = come('ada', { at: 'gantt' })
    pass(1)
    pass(1000)
    const bob = come('bob')
    pass(1)

    assert.deepEqual(bob.names(), [['ada', 'bob']])
    assert.deepEqual(ada.names(), [['ada'], ['ada', 'bob']])
    const { people, you } = ada.told[0]!
    assert.deepEqual(people, [
      { id: you![0], name: 'ada', at: 'gantt', since: '2026-04-05T00:00:00.000Z' },
    ])
    assert.deepEqual([bob.told[0]!.people[1]!.id], bob.told[0]!.you)
  })

  it('with others on one stream is somebody of their own', (t) => {
    const { presence, names, pass } = here(t)
    const { told, takeAll } = toldPeople()
    const visitors = ['one', 'two'].map((key) => ({ key, name: key, at: null }))
    const attendance = presence.join(visitors, new Date(), () => takeAll(attendance))
    pass(1)

    assert.deepEqual(new Set(names()), new Set(['one', 'two']))
    const ids = new Map(told[0]!.people.map(({ id, name }) => [name, id]))
    assert.deepEqual(told[0]!.you, [ids.get('one'), ids.get('two')])
    attendance.leave()
    pass(2000)
    assert.deepEqual(names(), [])
  })

  it('tells those who were here no more than what is another', (t) => {
    const { come, presence, pass } = here(t)
    const pieces: Uint8Array[][] = []
    const attendance = presence.join([{ key: 'ada', name: 'ada', at: null }], new Date(), () => {
      const next = attendance.next()
      if (next) pieces.push([...next])
    })
    for (let n = 0; n < 50; n++) come(`p${n}`)
    pass(1000)
    come('bob')
    pass(1000)

    const [whole, difference] = pieces.map((all) => all.reduce((sum, one) => sum + one.length, 0))
    assert.equal(pieces.length, 2)
    assert.ok(whole! > 4000 && difference! < 300, `${whole} and ${difference} bytes`)
  })

  it('shares what is told with everybody who is told the same', (t) => {
    const { presence, pass } = here(t)
    const come = (key: string) =>
      presence.join([{ key, name: key, at: null }], new Date(), () => {})
    const [ada, bob] = [come('ada'), come('bob')]
    pass(1)

    const [first, second] = [ada.next()!, bob.next()!]
    assert.equal(first.at(-1), second.at(-1))
    come('eve')
    pass(1000)
    assert.equal(ada.next()!.at(-1), bob.next()!.at(-1))
  })

  it('and takes nothing for a while is told all of it again', (t) => {
    const { come, pass } = here(t)
    const ada = come('ada')
    pass(1)
    ada.stopTaking()
    for (const name of ['bob', 'eve', 'kim']) {
      come(name)
      pass(1000)
    }
    ada.takeAgain()

    assert.deepEqual(ada.names(), [['ada'], ['ada', 'bob', 'eve', 'kim']])
  })

  it('has the longer to wait the more there are', (t) => {
    const { come, pass } = here(t)
    for (let n = 0; n < 500; n++) come(`p${n}`)
    pass(1)
    pass(2000)
    const ada = come('ada')
    pass(1)
    come('bob')

    pass(998)
    assert.equal(ada.told.length, 1)
    pass(10)
    assert.equal(ada.told.length, 2)
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
    pass(1)

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
    assert.equal(ada.told.length, 1)
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
    assert.deepEqual([id], bob.told[0]!.you)
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
