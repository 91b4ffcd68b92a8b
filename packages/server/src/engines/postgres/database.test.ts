import { describe } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { askerContract } from '../../ports/asker.contract.ts'
import { databaseContract } from '../../ports/database.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('PostgreSQL', () => {
  databaseContract(async () => openPostgresDatabase(postgres(), newSchema()))
  askerContract(async () => openPostgresDatabase(postgres(), newSchema()))
})
