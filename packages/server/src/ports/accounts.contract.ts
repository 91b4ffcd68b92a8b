import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type {
  AccountStore,
  AccountsDatabase,
  StoredAccount,
  StoredLink,
  StoredPasskey,
  StoredSession,
  StoredToken,
} from './accounts.ts'

/** What `AccountsDatabase` promises. Every engine runs it; `open` answers a new, empty one each time. */
export function accountsContract(open: () => Promise<AccountsDatabase>): void {
  async function using(work: (db: AccountsDatabase) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await work(db)
    } finally {
      await db.close()
    }
  }
  /** Runs `work` in one transaction of a new database. */
  const inOne = (work: (store: AccountStore) => Promise<void>) => using((db) => db.transact(work))

  describe('the database', () => {
    it('has a secret of 32 bytes that no other has', () =>
      using(async (db) => {
        assert.match(db.secret, /^[0-9a-f]{64}$/)
        await using(async (other) => assert.notEqual(other.secret, db.secret))
      }))

    it('does all of a transaction or nothing', () =>
      using(async (db) => {
        const failing = db.transact(async (store) => {
          await store.putAccount(account('ann'))
          await store.putGroup({ id: 'g', name: 'G', key: 'g', members: ['ann'] })
          await store.touch()
          throw new Error('no')
        })
        await assert.rejects(failing, /^Error: no$/)

        await db.read(async (store) => {
          assert.deepEqual(await store.accounts(), [])
          assert.deepEqual(await store.groups(), [])
          assert.equal(await store.revision(), 0)
        })
      }))

    it('keeps a transaction that fails from spoiling those beside it', () =>
      using(async (db) => {
        const names = ['a', 'b', 'c', 'd', 'e']
        const done = await Promise.allSettled(
          names.map((name) =>
            db.transact(async (store) => {
              await store.putAccount(account(name))
              if (name === 'c') throw new Error('no')
              return name
            }),
          ),
        )

        assert.deepEqual(
          done.map(({ status }) => status === 'fulfilled'),
          [true, true, false, true, true],
        )
        const found = await db.read((store) => store.accounts())
        assert.deepEqual(
          found.map(({ id }) => id),
          ['a', 'b', 'd', 'e'],
        )
      }))

    it('does one transaction after the other', () =>
      using(async (db) => {
        const counts = await Promise.all(
          Array.from({ length: 50 }, () => db.transact((store) => store.countTry('k', 1, 10))),
        )
        assert.deepEqual(
          counts.toSorted((a, b) => a - b),
          Array.from({ length: 50 }, (_, n) => n + 1),
        )
      }))

    it('gives one key to one account, however many want it at once', () =>
      using(async (db) => {
        const put = await Promise.all(
          ['a', 'b', 'c', 'd'].map((id) =>
            db.transact((store) => store.putAccount({ ...account(id), key: 'same' })),
          ),
        )
        assert.equal(put.filter(Boolean).length, 1)
        assert.equal((await db.read((store) => store.accounts())).length, 1)
      }))

    it('shows a reader what was committed, and shows it whole', () =>
      using(async (db) => {
        const writing = db.transact(async (store) => {
          for (const id of ['a', 'b', 'c']) await store.putAccount(account(id))
        })
        const seen = await db.read((store) => store.accounts())
        assert.ok([0, 3].includes(seen.length))
        await writing
        assert.equal((await db.read((store) => store.accounts())).length, 3)
      }))

    it('refuses what comes after it was closed', async () => {
      const db = await open()
      const last = db.transact((store) => store.putAccount(account('ann')))
      await db.close()
      assert.equal(await last, true)
      await assert.rejects(
        db.read((store) => store.accounts()),
        { code: 'unavailable' },
      )
      await assert.rejects(
        db.transact((store) => store.touch()),
        { code: 'unavailable' },
      )
      await db.close()
    })
  })

  describe('a change', () => {
    it('is told to all who listen, before whoever made it is answered', () =>
      using(async (db) => {
        const told: string[] = []
        const deaf = db.onChange(() => told.push('one'))
        db.onChange(() => told.push('other'))
        await db.transact((store) => store.touch())
        assert.deepEqual(told.slice(0, 2), ['one', 'other'])
        assert.equal(await db.read((store) => store.revision()), 1)

        deaf()
        told.length = 0
        await db.transact((store) => store.touch())
        assert.ok(told.includes('other') && !told.includes('one'))
        assert.equal(await db.read((store) => store.revision()), 2)
      }))

    it('is none where nobody may do more or less than before', () =>
      using(async (db) => {
        let told = 0
        db.onChange(() => told++)
        await db.transact((store) => store.countTry('k', 1, 10))
        assert.equal(told, 0)
        assert.equal(await db.read((store) => store.revision()), 0)
      }))
  })

  describe('accounts', () => {
    it('are found by id and key exactly as they were put, the oldest first', () =>
      inOne(async (store) => {
        const odd = { ...account('odd'), name: 'Änn’🎬\u0000', key: 'änn\u0000', password: null }
        const young = { ...account('young'), createdAt: 1_800_000_000_000 }
        for (const one of [young, odd, account('ann')]) {
          assert.equal(await store.putAccount(one), true)
        }

        assert.deepEqual(await store.accounts(), [account('ann'), odd, young])
        assert.deepEqual(await store.account('odd'), odd)
        assert.deepEqual(await store.accountByKey('änn\u0000'), odd)
        assert.equal(await store.account('Odd'), null)
        assert.equal(await store.accountByKey('ODD'), null)
      }))

    it('take the place of the one of the same id, and keep what is theirs', () =>
      inOne(async (store) => {
        await store.putAccount(account('ann'))
        await store.putSession(session('s', 'ann'))
        const next = { ...account('ann'), name: 'Anna', key: 'anna', password: 'p', isOwner: true }
        assert.equal(await store.putAccount(next), true)

        assert.deepEqual(await store.accounts(), [next])
        assert.equal((await store.sessions('ann')).length, 1)
      }))

    it('never have the key of another, and nothing changes where they would', () =>
      inOne(async (store) => {
        await store.putAccount(account('ann'))
        await store.putAccount(account('ben'))
        assert.equal(await store.putAccount({ ...account('ben'), key: 'ann' }), false)
        assert.equal(await store.putAccount({ ...account('cleo'), key: 'ann' }), false)
        assert.deepEqual(await store.accounts(), [account('ann'), account('ben')])
      }))

    it('are counted where they are owners', () =>
      inOne(async (store) => {
        assert.equal(await store.countOwners(), 0)
        await store.putAccount(account('ann'))
        await store.putAccount({ ...account('ben'), isOwner: true })
        assert.equal(await store.countOwners(), 1)
      }))

    it('go with all that is theirs, and leave what is of others', () =>
      inOne(async (store) => {
        for (const id of ['ann', 'ben']) await fill(store, id)
        await store.putGroup({ id: 'g', name: 'G', key: 'g', members: ['ann', 'ben'] })
        await store.putLink({ ...link('by-ann'), kind: 'invitation', madeBy: 'ann' })
        await store.removeAccount('ann')

        assert.deepEqual(await store.accounts(), [account('ben')])
        assert.deepEqual(await store.sessions('ann'), [])
        assert.equal(await store.sessionByHash('hash of s-ann'), null)
        assert.deepEqual(await store.tokens('ann'), [])
        assert.deepEqual(await store.passkeys('ann'), [])
        assert.equal((await store.passkeys('ben')).length, 1)
        assert.deepEqual(
          (await store.links('password')).map(({ id }) => id),
          ['l-ben'],
        )
        assert.deepEqual(await store.links('invitation'), [])
        assert.deepEqual(await store.grantsOf('ann'), [])
        assert.deepEqual(
          (await store.grants('main')).map(({ subject }) => subject),
          ['ben'],
        )
        assert.equal(await store.identity('p', 'ann'), null)
        assert.equal((await store.identity('p', 'ben'))?.account, 'ben')
        assert.deepEqual(await store.groupsOf('ann'), [])
        assert.deepEqual((await store.groups())[0]?.members, ['ben'])

        await store.removeAccount('nobody')
      }))
  })

  describe('sessions', () => {
    it('are found by account and by hash exactly as they were put', () =>
      inOne(async (store) => {
        await store.putAccount(account('ann'))
        const plain = { ...session('b', 'ann'), address: null, agent: null, createdAt: 5 }
        await store.putSession(plain)
        await store.putSession(session('a', 'ann'))

        assert.deepEqual(await store.sessions('ann'), [session('a', 'ann'), plain])
        assert.deepEqual(await store.sessionByHash('hash of b'), plain)
        assert.equal(await store.sessionByHash('hash of c'), null)

        await store.putSession({ ...plain, usedAt: 9, address: '::1' })
        assert.deepEqual(await store.sessionByHash('hash of b'), {
          ...plain,
          usedAt: 9,
          address: '::1',
        })
      }))

    it('are removed by those whose they are, one of them or all but one', () =>
      inOne(async (store) => {
        for (const id of ['ann', 'ben']) await store.putAccount(account(id))
        for (const id of ['a', 'b', 'c']) await store.putSession(session(id, 'ann'))
        await store.putSession(session('of-ben', 'ben'))
        const left = async () => (await store.sessions('ann')).map(({ id }) => id)

        assert.equal(await store.removeSession('of-ben', 'ann'), false)
        assert.equal(await store.removeSession('a', 'ann'), true)
        assert.equal(await store.removeSession('a', 'ann'), false)
        await store.putSession(session('a', 'ann'))
        await store.removeSessions('ann', 'b')
        assert.deepEqual(await left(), ['b'])
        await store.removeSessions('ann', null)
        assert.deepEqual(await left(), [])
        assert.equal((await store.sessions('ben')).length, 1)
      }))
  })

  describe('tokens', () => {
    it('are found by account and by hash exactly as they were put, and removed by those whose they are', () =>
      inOne(async (store) => {
        for (const id of ['ann', 'ben']) await store.putAccount(account(id))
        const some = { ...token('b', 'ann'), workspaces: ['main', 'x'], expiresAt: 7, usedAt: 6 }
        await store.putToken(some)
        await store.putToken(token('a', 'ann'))

        assert.deepEqual(await store.tokens('ann'), [token('a', 'ann'), some])
        assert.deepEqual(await store.tokenByHash('hash of b'), some)
        assert.equal(await store.tokenByHash('hash of c'), null)
        await store.putToken({ ...some, usedAt: 8 })
        assert.equal((await store.tokenByHash('hash of b'))?.usedAt, 8)

        assert.equal(await store.removeToken('a', 'ben'), false)
        assert.equal(await store.removeToken('a', 'ann'), true)
        assert.equal(await store.removeToken('a', 'ann'), false)
        assert.equal((await store.tokens('ann')).length, 1)
      }))
  })

  describe('mail addresses', () => {
    it('are told as they were set, found whatever their letter case, and shared by several', () =>
      inOne(async (store) => {
        for (const id of ['ann', 'ben', 'cy']) await store.putAccount(account(id))
        assert.equal(await store.mailOf('ann'), null)
        await store.setMail('ann', 'Office@Example.com')
        await store.setMail('ben', 'office@example.com')
        await store.setMail('cy', 'cy@example.com')

        assert.equal(await store.mailOf('ann'), 'Office@Example.com')
        assert.deepEqual(await store.accountsByMail('office@example.com'), ['ann', 'ben'])
        await store.setMail('ann', 'ann@example.com')
        await store.setMail('cy', null)
        await store.removeAccount('ben')
        assert.deepEqual(await store.accountsByMail('office@example.com'), [])
        assert.deepEqual(await store.accountsByMail('ann@example.com'), ['ann'])
        assert.equal(await store.mailOf('cy'), null)
      }))
  })

  describe('passkeys', () => {
    it('are found by account and by credential exactly as they were put', () =>
      inOne(async (store) => {
        await store.putAccount(account('ann'))
        const some = {
          ...passkey('b', 'ann'),
          counter: 2 ** 32 - 1,
          transports: ['usb', 'nfc'],
          isSynced: true,
          createdAt: 5,
          usedAt: 6,
        }
        assert.equal(await store.putPasskey(some), true)
        assert.equal(await store.putPasskey(passkey('a', 'ann')), true)

        assert.deepEqual(await store.passkeys('ann'), [passkey('a', 'ann'), some])
        assert.deepEqual(await store.passkeyByCredential('credential b'), some)
        assert.equal(await store.passkeyByCredential('credential c'), null)
        assert.equal(await store.putPasskey({ ...some, counter: 3, name: 'Other' }), true)
        const changed = await store.passkeyByCredential('credential b')
        assert.deepEqual([changed?.counter, changed?.name], [3, 'Other'])
      }))

    it('are of one account only, and removed by those whose they are', () =>
      inOne(async (store) => {
        for (const id of ['ann', 'ben']) await store.putAccount(account(id))
        await store.putPasskey(passkey('a', 'ann'))
        const same = { ...passkey('b', 'ben'), credential: 'credential a' }
        assert.equal(await store.putPasskey(same), false)
        assert.equal((await store.passkeyByCredential('credential a'))?.account, 'ann')

        assert.equal(await store.removePasskey('a', 'ben'), false)
        assert.equal(await store.removePasskey('a', 'ann'), true)
        assert.equal(await store.removePasskey('a', 'ann'), false)
        assert.deepEqual(await store.passkeys('ann'), [])
      }))
  })

  describe('links', () => {
    it('are found by kind and by hash exactly as they were put', () =>
      inOne(async (store) => {
        await store.putAccount(account('ann'))
        const invitation: StoredLink = {
          ...link('i'),
          kind: 'invitation',
          workspace: 'main',
          role: 'editor',
          madeBy: 'ann',
          mail: 'ann@example.com',
        }
        await store.putLink(invitation)
        await store.putLink(link('first'))

        assert.deepEqual(await store.links('invitation'), [invitation])
        assert.deepEqual(await store.linkByHash('hash of first'), link('first'))
        assert.equal(await store.linkByHash('hash of x'), null)
        assert.equal(await store.removeLink('i'), true)
        assert.equal(await store.removeLink('i'), false)
      }))

    it('of one kind are removed together, those of one account or of none', () =>
      inOne(async (store) => {
        for (const id of ['ann', 'ben']) {
          await store.putAccount(account(id))
          await store.putLink({ ...link(id), kind: 'password', account: id })
        }
        await store.putLink(link('first'))
        await store.putLink(link('second'))

        await store.removeLinks('password', 'ann')
        await store.removeLinks('password', null)
        assert.deepEqual(
          (await store.links('password')).map(({ id }) => id),
          ['ben'],
        )
        await store.removeLinks('first-owner', null)
        assert.deepEqual(await store.links('first-owner'), [])
      }))
  })

  describe('groups', () => {
    it('have members, each once, and none that is no account', () =>
      inOne(async (store) => {
        for (const id of ['ann', 'ben']) await store.putAccount(account(id))
        const group = { id: 'g', name: 'Crew', key: 'crew', members: ['ben', 'ann', 'ben', 'x'] }
        assert.equal(await store.putGroup(group), true)
        assert.deepEqual(await store.groups(), [{ ...group, members: ['ann', 'ben'] }])
        assert.deepEqual(await store.groupsOf('ann'), ['g'])

        const next = { ...group, name: 'Team', key: 'team', members: ['ben'] }
        assert.equal(await store.putGroup(next), true)
        assert.deepEqual(await store.groups(), [next])
        assert.deepEqual(await store.groupsOf('ann'), [])
      }))

    it('never have the key of another, and nothing changes where they would', () =>
      inOne(async (store) => {
        const groups = ['a', 'b'].map((id) => ({ id, name: id, key: id, members: [] }))
        for (const group of groups) await store.putGroup(group)
        assert.equal(await store.putGroup({ ...groups[1]!, key: 'a' }), false)
        assert.deepEqual(await store.groups(), groups)
      }))

    it('go with their grants, and leave their members', () =>
      inOne(async (store) => {
        await store.putAccount(account('ann'))
        await store.putGroup({ id: 'g', name: 'G', key: 'g', members: ['ann'] })
        await store.setGrant({ workspace: 'main', kind: 'group', subject: 'g', role: 'owner' })
        assert.equal(await store.removeGroup('g'), true)
        assert.equal(await store.removeGroup('g'), false)

        assert.deepEqual(await store.grants('main'), [])
        assert.deepEqual(await store.groupsOf('ann'), [])
        assert.equal((await store.accounts()).length, 1)
      }))
  })

  describe('grants', () => {
    it('are found by workspace, and by account with those of its groups', () =>
      inOne(async (store) => {
        for (const id of ['ann', 'ben']) await store.putAccount(account(id))
        await store.putGroup({ id: 'ben', name: 'G', key: 'g', members: ['ann'] })
        const own = { workspace: 'main', kind: 'account', subject: 'ann', role: 'reader' } as const
        const shared = { workspace: 'main', kind: 'group', subject: 'ben', role: 'owner' } as const
        const far = { ...own, workspace: 'x', subject: 'ben' }
        for (const grant of [shared, far, own]) await store.setGrant(grant)

        assert.deepEqual(await store.grants('main'), [own, shared])
        assert.deepEqual(await store.grants('nowhere'), [])
        assert.deepEqual(await store.allGrants(), [own, shared, far])
        assert.deepEqual(await store.grantsOf('ann'), [own, shared])
        // The group has the id of this account, and is another all the same.
        assert.deepEqual(await store.grantsOf('ben'), [far])
      }))

    it('are replaced, and taken away', () =>
      inOne(async (store) => {
        await store.putAccount(account('ann'))
        const grant = { workspace: 'main', kind: 'account', subject: 'ann' } as const
        await store.setGrant({ ...grant, role: 'reader' })
        await store.setGrant({ ...grant, role: 'editor' })
        assert.deepEqual(await store.grantsOf('ann'), [{ ...grant, role: 'editor' }])
        await store.setGrant({ ...grant, role: null })
        await store.setGrant({ ...grant, role: null })
        assert.deepEqual(await store.grantsOf('ann'), [])
      }))
  })

  it('identities lead to accounts, and can be led to another', () =>
    inOne(async (store) => {
      for (const id of ['ann', 'ben']) await store.putAccount(account(id))
      const identity = { provider: 'https://id.test', subject: '1', account: 'ann' }
      await store.putIdentity(identity)
      assert.deepEqual(await store.identity('https://id.test', '1'), identity)
      assert.deepEqual(await store.identities(), [identity])
      assert.equal(await store.identity('https://other.test', '1'), null)
      await store.putIdentity({ ...identity, account: 'ben' })
      assert.equal((await store.identity('https://id.test', '1'))?.account, 'ben')
    }))

  it('tries are counted by key until their window is over, or they are forgotten', () =>
    inOne(async (store) => {
      assert.equal(await store.countTry('k', 1000, 100), 1)
      assert.equal(await store.countTry('k', 1099, 100), 2)
      assert.equal(await store.countTry('other', 1099, 100), 1)
      // Later tries do not make the window longer.
      assert.equal(await store.countTry('k', 1100, 100), 1)
      assert.equal(await store.countTry('k', 1101, 100), 2)
      await store.forgetTries('k')
      assert.equal(await store.countTry('k', 1102, 100), 1)
      assert.equal(await store.countTry('other', 1102, 100), 2)
    }))

  it('what was used of a budget adds up, and comes back with time', () =>
    inOne(async (store) => {
      assert.equal(await store.addUse('rate', 1000, 50), 1050)
      assert.equal(await store.addUse('rate', 1010, 49.2), 1100)
      assert.equal(await store.addUse('other', 1010, 1), 1011)
      assert.equal(await store.addUse('rate', 1200, 5), 1205)
      await store.removeExpired(1205)
      assert.equal(await store.addUse('rate', 1100, 5), 1105)
    }))

  it('what has expired goes, and nothing else', () =>
    inOne(async (store) => {
      await store.putAccount(account('ann'))
      for (const expiresAt of [99, 100, 101]) {
        const id = String(expiresAt)
        await store.putSession({ ...session(id, 'ann'), expiresAt })
        await store.putToken({ ...token(id, 'ann'), expiresAt })
        await store.putLink({ ...link(id), expiresAt })
      }
      await store.putToken(token('for ever', 'ann'))
      await store.countTry('k', 90, 10)
      await store.countTry('young', 91, 10)
      await store.removeExpired(100)

      assert.deepEqual(idsOf(await store.sessions('ann')), ['101'])
      assert.deepEqual(idsOf(await store.tokens('ann')), ['101', 'for ever'])
      assert.deepEqual(idsOf(await store.links('first-owner')), ['101'])
      assert.equal(await store.countTry('k', 95, 10), 1)
      assert.equal(await store.countTry('young', 100, 10), 2)
    }))
}

/** All that can be somebody's. */
async function fill(store: AccountStore, id: string): Promise<void> {
  await store.putAccount(account(id))
  await store.putSession(session(`s-${id}`, id))
  await store.putToken(token(`t-${id}`, id))
  await store.putPasskey(passkey(`p-${id}`, id))
  await store.putLink({ ...link(`l-${id}`), kind: 'password', account: id })
  await store.setGrant({ workspace: 'main', kind: 'account', subject: id, role: 'editor' })
  await store.putIdentity({ provider: 'p', subject: id, account: id })
}

function idsOf(some: { id: string }[]): string[] {
  return some.map(({ id }) => id).toSorted()
}

function account(id: string): StoredAccount {
  return { id, name: id, key: id, password: `hash of ${id}`, isOwner: false, createdAt: 1 }
}

function session(id: string, of: string): StoredSession {
  const times = { createdAt: 1, usedAt: 2, expiresAt: 1_900_000_000_000 }
  return { id, account: of, hash: `hash of ${id}`, ...times, address: '127.0.0.1', agent: 'Fox’' }
}

function token(id: string, of: string): StoredToken {
  const rights = { access: 'read', workspaces: null } as const
  const times = { createdAt: 1, expiresAt: null, usedAt: null }
  return { id, account: of, hash: `hash of ${id}`, name: `Token ${id}`, ...rights, ...times }
}

function passkey(id: string, of: string): StoredPasskey {
  const kept = { credential: `credential ${id}`, publicKey: `key ${id}`, counter: 0 }
  const said = { transports: [], site: 'localhost', name: `Passkey ${id}`, isSynced: false }
  return { id, account: of, ...kept, ...said, createdAt: 1, usedAt: null }
}

function link(id: string): StoredLink {
  const nothing = { account: null, workspace: null, role: null, madeBy: null, mail: null }
  return { id, hash: `hash of ${id}`, kind: 'first-owner', ...nothing, expiresAt: 1000 }
}
