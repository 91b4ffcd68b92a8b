import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { quotasContract } from '../../ports/quotas.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('quotas in PostgreSQL', () =>
  quotasContract(async () => openPostgresDatabase(postgres(), newSchema())))
