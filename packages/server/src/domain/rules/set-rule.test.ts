import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Access } from '@triptych/contract/rules'
import { testDrive } from '../../../test/fixtures/drive.ts'
import { openSqliteAccounts } from '../../engines/sqlite/accounts.ts'
import { listRules } from './list-rules.ts'
import { setRule } from './set-rule.ts'

describe('a workspace', () => {
  it('has as many rules as it may, and not one more', async (t) => {
    const drive = await testDrive()
    for (const name of ['a', 'b', 'c']) mkdirSync(join(drive.root, name))
    const accounts = openSqliteAccounts(':memory:')
    t.after(() => accounts.close())
    const ctx = { ...(await drive.open()).ctx, newId: randomUUID, accounts }
    const set = (id: string, access: Access | null) =>
      setRule(ctx, { thing: { kind: 'folder', id }, subject: { kind: 'everyone' }, access }, 2)

    await set('/a', 'none')
    await set('/b', 'read')
    await assert.rejects(set('/c', 'read'), { code: 'rules.too_many', details: { limit: 2 } })
    await set('/b', 'none')
    await set('/b', null)
    await set('/c', 'read')
    assert.equal((await listRules(ctx)).length, 2)
  })
})
