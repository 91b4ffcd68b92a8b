import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { shapeConfig } from '../../src/config/config.ts'
import type { Config } from '../../src/config/config.ts'
import { keepAccounts } from '../../src/domain/archive/carry-accounts.ts'
import { openData } from '../../src/open-data.ts'
import type { AccountsDatabase } from '../../src/ports/accounts.ts'
import { person } from '../fixtures/person.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newFolder } from '../fixtures/run-program.ts'

type Place = Pick<Partial<Config>, 'data' | 'database'>

const onSqlite = async (): Promise<Place> => ({ data: newFolder() })
const onPostgres = async (): Promise<Place> => ({
  data: newFolder(),
  database: await newPostgresDatabase(),
})

async function using<T>(place: Place, work: (db: AccountsDatabase) => Promise<T>): Promise<T> {
  const { shared, closeData } = await openData(
    shapeConfig({ ...place, auth: 'accounts' }),
    () => {},
  )
  try {
    await shared.workspaces.create('main')
    return await work(shared.accounts!)
  } finally {
    await closeData()
  }
}

/** Something of everything. */
async function fill(place: Place): Promise<unknown> {
  return using(place, async (db) => {
    await db.transact(async (store) => {
      const ann = { id: 'ann', name: 'Änn', key: 'änn', password: '$argon2id$…', createdAt: 1 }
      await store.putAccount({ ...ann, isOwner: true })
      await store.putAccount({ ...ann, id: 'ben', key: 'ben', password: null, isOwner: false })
      await store.putGroup({ id: 'g', name: 'Crew', key: 'crew', members: ['ben'] })
      await store.setGrant({ workspace: 'main', kind: 'group', subject: 'g', role: 'editor' })
      await store.putIdentity({ provider: 'https://id.test', subject: '7', account: 'ben' })
      const token = { id: 't', account: 'ben', hash: 'h', name: 'T', access: 'read' } as const
      const times = { createdAt: 1, expiresAt: null, usedAt: 2 }
      await store.putToken({ ...token, workspaces: ['main'], ...times })
      await store.setMail('ann', 'Ann@Example.com')
      const passkey = { id: 'p', account: 'ben', credential: 'c', publicKey: 'k', counter: 7 }
      const about = { site: 'localhost', name: 'P', isSynced: true, transports: ['usb'] }
      await store.putPasskey({ ...passkey, ...about, createdAt: 1, usedAt: null })
      const session = { id: 's', account: 'ann', hash: 'h', createdAt: 1, usedAt: 1 }
      await store.putSession({ ...session, expiresAt: 2e12, address: null, agent: null })
    })
    return keepAccounts(db)
  })
}

const kept = (place: Place): Promise<unknown> => using(place, keepAccounts)

function settingsIn(place: Place): string[] {
  return Object.entries(place).flatMap(([name, value]) => [`--${name}`, String(value)])
}

function configOf(place: Place): string {
  const file = join(newFolder(), 'config.json')
  writeFileSync(file, JSON.stringify(place))
  return file
}

describe('the accounts of a server', () => {
  for (const [from, to] of [
    [onSqlite, onPostgres],
    [onPostgres, onSqlite],
  ] as const) {
    it(`come along in a backup, ${from.name} to ${to.name}, but nobody is logged in`, async (t) => {
      const [source, target, folder] = [await from(), await to(), newFolder()]
      const before = await fill(source)

      const out = await person(t, 'backup', folder, ...settingsIn(source))
      assert.equal(out.code, 0, out.said)
      assert.match(out.said, /^accounts: 2 accounts, 1 groups, 1 tokens$/m)
      assert.equal(statSync(join(folder, 'accounts.json')).mode & 0o777, 0o600)
      const back = await person(t, 'restore', folder, ...settingsIn(target))
      assert.equal(back.code, 0, back.said)

      assert.deepEqual(await kept(target), before)
      const sessions = await using(target, (db) => db.read((store) => store.sessions('ann')))
      assert.deepEqual(sessions, [])
    })

    it(`move house, ${from.name} to ${to.name}, and are never mixed with others`, async (t) => {
      const [source, target] = [await from(), await to()]
      const before = await fill(source)
      const move = ['migrate', '--from', configOf(source), '--to', configOf(target)]

      const first = await person(t, ...move)
      assert.equal(first.code, 0, first.said)
      assert.deepEqual(await kept(target), before)
      const again = await person(t, ...move)
      assert.equal(again.code, 0, again.said)
      assert.match(again.said, /accounts: are there already/)

      await using(target, (db) => db.transact((store) => store.removeAccount('ben')))
      const other = await person(t, ...move)
      assert.equal(other.code, 1)
      assert.match(other.said, /There are other accounts/)
    })
  }

  it('are left alone and named where there are others', async (t) => {
    const [source, target, folder] = [await onSqlite(), await onSqlite(), newFolder()]
    await fill(source)
    await using(target, (db) =>
      db.transact(async (store) => {
        const own = { id: 'own', name: 'Own', key: 'own', password: null }
        await store.putAccount({ ...own, isOwner: true, createdAt: 1 })
      }),
    )
    const before = await kept(target)
    await person(t, 'backup', folder, ...settingsIn(source))
    const { code, said } = await person(t, 'restore', folder, ...settingsIn(target))

    assert.equal(code, 1)
    assert.match(said, /left alone: the accounts, main\./)
    assert.deepEqual(await kept(target), before)
  })

  it('are refused where a byte of them was changed, and nothing is there then', async (t) => {
    const [source, target, folder] = [await onSqlite(), await onSqlite(), newFolder()]
    await fill(source)
    await person(t, 'backup', folder, ...settingsIn(source))
    const file = join(folder, 'accounts.json')
    const text = readFileSync(file, 'utf8')
    for (const wrong of [text.replace('"reader"', '"owner"').replace('ben', 'bob'), '{}', '']) {
      writeFileSync(file, wrong)
      const { code, said } = await person(t, 'restore', folder, ...settingsIn(target))
      assert.equal(code, 1)
      assert.match(said, /damaged/)
    }
    assert.equal(existsSync(join(target.data!, 'accounts.sqlite')), false)
  })

  it('are made nowhere where there never were any', async (t) => {
    const [place, folder] = [await onSqlite(), newFolder()]
    const { shared, closeData } = await openData(shapeConfig(place), () => {})
    await shared.workspaces.create('main')
    await closeData()

    const { code } = await person(t, 'backup', folder, ...settingsIn(place))
    assert.equal(code, 0)
    assert.equal(existsSync(join(folder, 'accounts.json')), false)
    assert.equal(existsSync(join(place.data!, 'accounts.sqlite')), false)
  })
})
