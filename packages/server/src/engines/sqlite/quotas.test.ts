import { describe } from 'node:test'
import { quotasContract } from '../../ports/quotas.contract.ts'
import { openSqliteDatabase } from './database.ts'

describe('quotas in SQLite', () => quotasContract(async () => openSqliteDatabase(':memory:')))
