import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { idempotencyStoreContract } from '../../ports/idempotency-store.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('the kept answers of PostgreSQL', () =>
  idempotencyStoreContract(async () => openPostgresDatabase(postgres(), newSchema())))
