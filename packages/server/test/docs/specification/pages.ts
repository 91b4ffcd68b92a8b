import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { OpenApiDocument } from '../../../src/http/reference/openapi.ts'
import { accountsServer } from '../../fixtures/accounts-api.ts'
import { runExamples } from './run-examples.ts'
import type { Shown } from './run-examples.ts'
import { operationsPage, schemasPage } from './write-operations.ts'

export interface Pages {
  document: OpenApiDocument
  shown: Record<string, Shown>
  /** By their names in `docs/specification`. */
  texts: Record<string, string>
}

/** The pages of the specification that are made, as a server of now has them. */
export async function specificationPages(): Promise<Pages> {
  // On every engine the same: what a drive tells of its room is another thing in a bucket.
  const files = mkdtempSync(join(tmpdir(), 'specification-'))
  after(() => rmSync(files, { recursive: true, force: true }))
  const people = await accountsServer({ files })
  const document = (await people.ask('GET', '/openapi.json')).json as OpenApiDocument
  const shown = await runExamples(people, document)
  return {
    document,
    shown,
    texts: {
      'operations.md': operationsPage(document, shown),
      'schemas.md': schemasPage(document),
    },
  }
}
