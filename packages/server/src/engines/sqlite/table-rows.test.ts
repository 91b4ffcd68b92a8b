import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { tableRowsContract } from '../../ports/table-rows.contract.ts'
import { openSqliteDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-rows-'))
let files = 0
const newFile = () => join(folder, `${++files}.sqlite`)
after(() => rmSync(folder, { recursive: true, force: true }))

describe('SQLite in memory', () => tableRowsContract(async () => openSqliteDatabase(':memory:')))
describe('SQLite in a file', () => tableRowsContract(async () => openSqliteDatabase(newFile())))
