import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { TestContext } from 'node:test'
import { openSite } from './browser.ts'
import type { Site, Visit, VisitOptions } from './browser.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

/** A server with files, for the tests of one file. */
export function filesStage() {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function listed(folder: string): Promise<string[]> {
    const answer = await fetch(new URL(`files/${encodeURIComponent(folder)}`, site.url))
    const entries = (await answer.json()) as { value: string }[]
    return entries.map(({ value }) => value).toSorted()
  }

  /** Puts a file on the server; the folders on the way are made. */
  async function put(path: string, bytes: string | Uint8Array<ArrayBuffer> = path): Promise<void> {
    const form = new FormData()
    form.append('name', path)
    form.append('file', new Blob([bytes]), 'file')
    const answer = await fetch(new URL('upload?id=/', site.url), { method: 'POST', body: form })
    assert.equal(answer.status, 200)
  }

  /** What is stored there sooner or later. */
  async function holds(t: TestContext, folder: string, ...expected: string[]): Promise<void> {
    await t.waitFor(async () => assert.deepEqual(await listed(folder), expected), patient)
  }

  async function visit(t: TestContext, path: string, options: VisitOptions = {}): Promise<Visit> {
    const visit = await site.openPage({ path: `#/files${path}`, ...options })
    t.after(() => visit.close())
    await visit.page.locator('.wx-breadcrumbs, .wx-search').first().waitFor()
    return visit
  }

  return { listed, put, holds, visit }
}
