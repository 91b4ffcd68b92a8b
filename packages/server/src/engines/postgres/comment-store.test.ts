import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { commentsContract } from '../../ports/comments.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('the comments of PostgreSQL', () =>
  commentsContract(async () => openPostgresDatabase(postgres(), newSchema())))
