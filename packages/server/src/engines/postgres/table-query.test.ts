import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { tableQueryContract } from '../../ports/table-query.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('PostgreSQL', () =>
  tableQueryContract(async () => openPostgresDatabase(postgres(), newSchema())))
