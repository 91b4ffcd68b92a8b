import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { fileContentsContract } from '../../ports/file-contents.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('the contents of files in PostgreSQL', () =>
  fileContentsContract(async () => openPostgresDatabase(postgres(), newSchema())))
