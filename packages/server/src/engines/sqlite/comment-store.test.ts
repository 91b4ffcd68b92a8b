import { describe } from 'node:test'
import { commentsContract } from '../../ports/comments.contract.ts'
import { openSqliteDatabase } from './database.ts'

describe('the comments of SQLite', () =>
  commentsContract(async () => openSqliteDatabase(':memory:')))
