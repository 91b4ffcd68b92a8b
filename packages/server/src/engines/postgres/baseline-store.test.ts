import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { baselinesContract } from '../../ports/baselines.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('the baselines of PostgreSQL', () =>
  baselinesContract(async () => openPostgresDatabase(postgres(), newSchema())))
