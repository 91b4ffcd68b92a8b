import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { ganttStoreContract } from '../../ports/gantt-store.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('the plan store of PostgreSQL', () =>
  ganttStoreContract(async () => openPostgresDatabase(postgres(), newSchema())))
