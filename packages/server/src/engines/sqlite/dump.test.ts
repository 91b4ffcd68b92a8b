import { describe } from 'node:test'
import { dumpContract } from '../../ports/dump.contract.ts'
import { newDatabaseFile } from '../../../test/database-file.ts'
import { openSqliteDatabase } from './database.ts'

describe('a dump of SQLite', () => dumpContract(async () => openSqliteDatabase(newDatabaseFile())))
