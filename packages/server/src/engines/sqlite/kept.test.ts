import { describe } from 'node:test'
import { keptContract } from '../../ports/kept.contract.ts'
import { openSqliteDatabase } from './database.ts'

describe('what is kept in SQLite', () => keptContract(async () => openSqliteDatabase(':memory:')))
