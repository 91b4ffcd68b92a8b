import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { accountsContract } from '../../ports/accounts.contract.ts'
import { openSqliteAccounts } from './accounts.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-accounts-'))
let databases = 0
const newFile = () => join(folder, `${++databases}.sqlite`)
after(() => rmSync(folder, { recursive: true, force: true }))

describe('the accounts of SQLite in memory', () =>
  accountsContract(async () => openSqliteAccounts(':memory:')))
describe('the accounts of SQLite in a file', () =>
  accountsContract(async () => openSqliteAccounts(newFile())))

describe('the file of the accounts', () => {
  it('is for its owner alone, and keeps what is in it', async () => {
    const path = join(mkdtempSync(join(folder, 'kept-')), 'accounts.sqlite')
    const first = openSqliteAccounts(path)
    const ann = { id: 'ann', name: 'Ann', key: 'ann', password: 'p', isOwner: true, createdAt: 1 }
    await first.transact(async (store) => {
      await store.putAccount(ann)
      await store.touch()
    })
    const modes = readdirSync(join(path, '..')).map((name) => statSync(join(path, '..', name)).mode)
    assert.deepEqual(new Set(modes.map((mode) => mode & 0o777)), new Set([0o600]))
    await first.close()

    const again = openSqliteAccounts(path)
    assert.equal(again.secret, first.secret)
    assert.deepEqual(await again.read((store) => store.accounts()), [ann])
    assert.equal(await again.read((store) => store.revision()), 1)
    await again.close()
    assert.deepEqual(readdirSync(join(path, '..')), ['accounts.sqlite'])
  })

  it('is made whole or not at all, and refused where it is empty', async () => {
    const path = newFile()
    writeFileSync(`${path}.new`, 'what a crash has left')
    await openSqliteAccounts(path).close()

    const empty = newFile()
    writeFileSync(empty, '')
    assert.throws(() => openSqliteAccounts(empty), { code: 'storage_lost', message: /is empty/ })
  })

  it('is refused where a newer version has written it', async () => {
    const path = newFile()
    await openSqliteAccounts(path).close()
    const raw = new SqliteDatabase(path)
    raw.pragma('user_version = 999')
    raw.close()
    assert.throws(() => openSqliteAccounts(path), {
      code: 'unavailable',
      message: /newer Triptych/,
    })
  })

  it('takes nothing any more once it is gone', async () => {
    const path = newFile()
    const db = openSqliteAccounts(path)
    rmSync(path)
    await assert.rejects(
      db.transact((store) => store.touch()),
      { code: 'storage_lost' },
    )
    await db.close()
  })
})
