import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { sharesContract } from '../../ports/shares.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('the shares of PostgreSQL', () =>
  sharesContract(async () => openPostgresDatabase(postgres(), newSchema())))
