import { describe } from 'node:test'
import { sharesContract } from '../../ports/shares.contract.ts'
import { openSqliteDatabase } from './database.ts'

describe('the shares of SQLite', () => sharesContract(async () => openSqliteDatabase(':memory:')))
