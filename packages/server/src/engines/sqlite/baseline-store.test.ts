import { describe } from 'node:test'
import { baselinesContract } from '../../ports/baselines.contract.ts'
import { openSqliteDatabase } from './database.ts'

describe('the baselines of SQLite', () =>
  baselinesContract(async () => openSqliteDatabase(':memory:')))
