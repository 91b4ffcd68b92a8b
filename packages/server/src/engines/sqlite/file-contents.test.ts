import { describe } from 'node:test'
import { fileContentsContract } from '../../ports/file-contents.contract.ts'
import { openSqliteDatabase } from './database.ts'

describe('the contents of files in SQLite', () =>
  fileContentsContract(async () => openSqliteDatabase(':memory:')))
