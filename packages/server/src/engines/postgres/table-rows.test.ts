import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { tableRowsContract } from '../../ports/table-rows.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('PostgreSQL', () =>
  tableRowsContract(async () => openPostgresDatabase(postgres(), newSchema())))
