import { describe } from 'node:test'
import { rulesContract } from '../../ports/rules.contract.ts'
import { openSqliteDatabase } from './database.ts'

describe('the rules of SQLite', () => rulesContract(async () => openSqliteDatabase(':memory:')))
