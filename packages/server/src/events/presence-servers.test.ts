import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { People } from '@triptych/contract/people'
import { postgresForTests } from '../../test/fixtures/postgres.ts'
import { openPostgresDatabase } from '../engines/postgres/database.ts'
import { openPostgres } from '../engines/postgres/postgres.ts'
import { openPresence } from './presence.ts'
import { toldPeople } from '../../test/fixtures/told-people.ts'
import { patient } from '../../test/fixtures/patient.ts'

const { url, postgres, newSchema } = postgresForTests()

/** One workspace as a server of its own has it. */
async function openServer(t: TestContext, schema: string) {
  const postgres = openPostgres(url(), { connections: 4 })
  const database = await openPostgresDatabase(postgres, schema)
  const presence = openPresence(database)
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= stopOnce())
  async function stopOnce(): Promise<void> {
    presence.close()
    await database.close()
    await postgres.close()
  }
  t.after(stop)

  function come(key: string, at: string | null = null, time = new Date()) {
    const { told, takeAll } = toldPeople()
    const attendance = presence.join([{ key, name: key, at }], time, () => takeAll(attendance))
    takeAll(attendance)
    const places = () => told.at(-1)?.people.map((person) => `${person.name} ${person.at}`)
    return {
      told,
      leave: attendance.leave,
      sees: (...expected: string[]) =>
        t.waitFor(() => assert.deepEqual(places(), expected), patient),
    }
  }
  return { come, stop, presence }
}

async function openBoth(t: TestContext) {
  const schema = newSchema()
  const open = () => openServer(t, schema)
  return { one: await open(), other: await open(), open, schema }
}

/** Every list of people that somebody was told had this one. */
function wasNeverMissed(told: readonly People[], name: string): void {
  for (const { people } of told) assert.ok(people.some((person) => person.name === name))
}

describe('who is with another server', () => {
  it('is seen, and goes, like those who are with this one', async (t) => {
    const { one, other } = await openBoth(t)
    const ada = one.come('ada', 'gantt')
    await ada.sees('ada gantt')
    const bob = other.come('bob', 'files')

    await ada.sees('ada gantt', 'bob files')
    await bob.sees('ada gantt', 'bob files')
    const [atOne, atOther] = [ada.told.at(-1)!, bob.told.at(-1)!]
    assert.deepEqual(atOne.people, atOther.people)
    assert.deepEqual(
      [...atOne.you!, ...atOther.you!],
      atOne.people.map(({ id }) => id),
    )
    ada.leave()
    await bob.sees('bob files')
  })

  it('is in the first message already', async (t) => {
    const { one, other } = await openBoth(t)
    one.come('ada')
    await t.waitFor(
      async () => assert.equal((await other.presence.latest()).people.length, 1),
      patient,
    )

    const bob = other.come('bob')
    await bob.sees('ada null', 'bob null')

    wasNeverMissed(bob.told, 'ada')
  })

  it('is found when somebody asks where nobody is', async (t) => {
    const { one, other } = await openBoth(t)
    one.come('ada')

    await t.waitFor(async () => {
      const { people } = await other.presence.latest()
      assert.deepEqual(people, one.presence.now().people)
      assert.equal(people.length, 1)
    }, patient)
  })

  it('and with this one too counts once, since they first came, and is where they came last', async (t) => {
    const { one, other } = await openBoth(t)
    const first = one.come('ada', 'files', new Date('2026-04-05T00:00:01Z'))
    await first.sees('ada files')
    const second = other.come('ada', 'gantt', new Date('2026-04-05T00:00:02Z'))

    await first.sees('ada gantt')
    await second.sees('ada gantt')
    assert.equal(second.told.at(-1)!.people[0]!.since, '2026-04-05T00:00:01.000Z')
    assert.deepEqual(first.told.at(-1), second.told.at(-1))

    second.leave()
    await first.sees('ada files')
  })

  it('and comes over here has not been away', async (t) => {
    const { one, other, schema } = await openBoth(t)
    const bob = other.come('bob', null, new Date('2026-04-05T00:00:01Z'))
    const ada = one.come('ada', 'files', new Date('2026-04-05T00:00:02Z'))
    await bob.sees('bob null', 'ada files')
    const before = bob.told.length

    ada.leave()
    const again = other.come('ada', 'gantt', new Date('2026-04-05T00:00:03Z'))
    await bob.sees('bob null', 'ada gantt')
    await t.waitFor(async () => assert.equal(await serversIn(schema), 1), patient)
    other.come('eve')
    await again.sees('bob null', 'ada gantt', 'eve null')

    wasNeverMissed(bob.told.slice(before - 1), 'ada')
    assert.equal(again.told.at(-1)!.people[1]!.since, '2026-04-05T00:00:02.000Z')
  })

  it('and comes over here from one that stops has not been away', async (t) => {
    const { one, other, open, schema } = await openBoth(t)
    const bob = other.come('bob', null, new Date('2026-04-05T00:00:01Z'))
    const ada = one.come('ada', 'files', new Date('2026-04-05T00:00:02Z'))
    await bob.sees('bob null', 'ada files')
    const before = bob.told.length

    const third = await open()
    const stopped = one.stop()
    ada.leave()
    const again = third.come('ada', 'gantt', new Date('2026-04-05T00:00:03Z'))
    await bob.sees('bob null', 'ada gantt')
    await again.sees('bob null', 'ada gantt')
    await stopped
    await t.waitFor(async () => assert.equal(await serversIn(schema), 2), patient)
    third.come('eve')
    await bob.sees('bob null', 'ada gantt', 'eve null')

    wasNeverMissed(bob.told.slice(before - 1), 'ada')
    assert.equal(again.told.at(-1)!.people[1]!.since, '2026-04-05T00:00:02.000Z')
  })
})

/** How many servers say that somebody is with them. */
async function serversIn(schema: string): Promise<number> {
  const { connections } = postgres()
  const client = await connections.take()
  const { rows } = await client.query(`select from ${schema}._people where expires > now()`)
  connections.giveBack(client, 'sound')
  return rows.length
}
