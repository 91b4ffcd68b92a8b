import { describe } from 'node:test'
import { postgresForTests } from '../../../test/postgres.ts'
import { keptAnswersContract } from '../../ports/kept-answers.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('the kept answers of PostgreSQL', () =>
  keptAnswersContract(async () => openPostgresDatabase(postgres(), newSchema())))
