import { describe } from 'node:test'
import { newDatabaseFile } from '../../../test/database-file.ts'
import { postgresForTests } from '../../../test/postgres.ts'
import { dumpContract } from '../../ports/dump.contract.ts'
import type { Database } from '../../ports/database.ts'
import { openSqliteDatabase } from '../sqlite/database.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()
const openPostgres = (): Promise<Database> => openPostgresDatabase(postgres(), newSchema())
const openSqlite = async (): Promise<Database> => openSqliteDatabase(newDatabaseFile())

describe('a dump of PostgreSQL', () => dumpContract(openPostgres))
describe('a dump of PostgreSQL for SQLite', () => dumpContract(openPostgres, openSqlite))
describe('a dump of SQLite for PostgreSQL', () => dumpContract(openSqlite, openPostgres))
