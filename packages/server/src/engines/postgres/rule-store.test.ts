import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { rulesContract } from '../../ports/rules.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('the rules of PostgreSQL', () =>
  rulesContract(async () => openPostgresDatabase(postgres(), newSchema())))
