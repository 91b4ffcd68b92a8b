import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { tableQueryContract } from '../../ports/table-query.contract.ts'
import { openSqliteDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-table-query-'))
let files = 0
const newFile = () => join(folder, `${++files}.sqlite`)
after(() => rmSync(folder, { recursive: true, force: true }))

describe('SQLite in memory', () => tableQueryContract(async () => openSqliteDatabase(':memory:')))
describe('SQLite in a file', () => tableQueryContract(async () => openSqliteDatabase(newFile())))
