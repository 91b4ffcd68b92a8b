import { describe } from 'node:test'
import { postgresForTests } from '../../../test/postgres.ts'
import { planStoreContract } from '../../ports/plan-store.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('the plan store of PostgreSQL', () =>
  planStoreContract(async () => openPostgresDatabase(postgres(), newSchema())))
