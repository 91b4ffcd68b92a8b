import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { keptContract } from '../../ports/kept.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('what is kept in PostgreSQL', () =>
  keptContract(async () => openPostgresDatabase(postgres(), newSchema())))
