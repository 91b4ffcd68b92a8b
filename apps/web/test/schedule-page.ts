import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import type { Site, Visit, VisitOptions } from './browser.ts'

export const row = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Tasks' }).getByRole('row').filter({ hasText: name })
export const startOf = (page: Page, name: string) =>
  row(page, name).locator('[data-col-id=":start"]')

export interface Plan {
  name: string
  dig: number
  lay: number
  roof: number
  link: number
}

/** Plans to schedule, each in a workspace of its own. */
export function schedulePage(site: () => Site) {
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(new URL(path, site().url), init)
    assert.equal(answer.status, 200, `${method} ${path}`)
    return answer.json() as Promise<T>
  }

  /** Monday to Wednesday, and what waits for it but stands on the same days; a third that is free. */
  async function plan(name: string, schedule?: object): Promise<Plan> {
    await ask('POST', 'workspaces', { name })
    const add = async (path: string, body: object) =>
      (await ask<{ id: number }>('POST', `w/${name}/${path}`, body)).id
    const monday = '2026-03-02T00:00:00'
    const dig = await add('tasks', { text: 'Dig', start: monday, duration: 3 })
    const lay = await add('tasks', { text: 'Lay', start: monday, duration: 2 })
    const roof = await add('tasks', { text: 'Roof', start: monday, duration: 1 })
    const link = await add('links', { source: dig, target: lay, type: 'e2s' })
    if (schedule) await ask('PUT', `w/${name}/schedule`, schedule)
    return { name, dig, lay, roof, link }
  }

  async function open({ name }: Plan, options: VisitOptions = {}, at = ''): Promise<Visit> {
    const visit = await site().openPage({ ...options, path: `w/${name}/#/gantt${at}` })
    await row(visit.page, 'Dig').waitFor()
    return visit
  }

  /** Until the server has these, in the order of the plan. */
  const tasksAre = (t: TestContext, name: string, ...texts: string[]) =>
    t.waitFor(async () => {
      const tasks = await ask<{ text: string }[]>('GET', `w/${name}/tasks`)
      assert.deepEqual(
        tasks.map(({ text }) => text),
        texts,
      )
    }, patient)

  return { ask, plan, open, tasksAre }
}
