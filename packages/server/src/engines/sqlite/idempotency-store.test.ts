import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { idempotencyStoreContract } from '../../ports/idempotency-store.contract.ts'
import { openSqliteDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-kept-answers-'))
let databases = 0
const newFile = () => join(folder, `${++databases}.sqlite`)
after(() => rmSync(folder, { recursive: true, force: true }))

describe('the kept answers of SQLite in memory', () =>
  idempotencyStoreContract(async () => openSqliteDatabase(':memory:')))
describe('the kept answers of SQLite in a file', () =>
  idempotencyStoreContract(async () => openSqliteDatabase(newFile())))
