import { describe } from 'node:test'
import { postgresForTests } from '../../../test/postgres.ts'
import { tableImportContract } from '../../ports/table-import.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('PostgreSQL', () =>
  tableImportContract(async () => openPostgresDatabase(postgres(), newSchema())))
