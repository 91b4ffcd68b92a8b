import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cannotBrowse, openSite } from '../../../apps/web/test/browser.ts'
import { createTriptych } from '../../server/src/index.ts'
import type { Triptych } from '../../server/src/index.ts'
import { startExample } from './example-site.ts'

describe('the hooks', { skip: cannotBrowse }, () => {
  let triptych: Triptych
  let url = ''
  before(async () => {
    triptych = await createTriptych({ data: ':memory:', port: 0 })
    url = (await triptych.listen()).url.replace(/\/$/, '')
  })
  after(() => triptych.close())

  const write = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/${path}`, { method, body: JSON.stringify(body) })
    assert.equal(answer.status, 200)
  }

  for (const [framework, file] of [
    ['React, mounted twice as its StrictMode does,', 'hooks.tsx'],
    ['Vue', '../test/hooks/vue.ts'],
    ['Svelte', '../test/hooks/svelte.js'],
  ] as const) {
    it(`of ${framework} show what is live, and stop what they started`, async () => {
      const site = await openSite(() => startExample(file, url))
      try {
        const visit = await site.openPage()
        visit.allow(/^foreign request: /)
        visit.allow(/cdn\.svar\.dev/)
        const { page } = visit
        const seen = (text: string | RegExp) => page.getByText(text).first().waitFor()
        const asked: string[] = []
        page.on('request', (request) => asked.push(new URL(request.url()).pathname))

        await seen(/shown, \d+ films/)
        await write('PUT', 'films/1', { name: `Seen in ${framework}` })
        await seen(`Seen in ${framework}`)

        await page.getByRole('button', { name: 'Toggle' }).click()
        await page.getByText(/shown, \d+ films/).waitFor({ state: 'detached' })
        asked.length = 0
        await write('PUT', 'films/1', { name: `Unseen in ${framework}` })
        await write('POST', 'films', { name: 'One more' })
        await write('PUT', 'tasks/1', { text: `Later than that in ${framework}` })
        await seen(`Later than that in ${framework}`)
        assert.deepEqual(
          asked.filter((path) => path.includes('films')),
          [],
        )

        await page.getByRole('button', { name: 'Toggle' }).click()
        await seen(`Unseen in ${framework}`)
        await visit.close()
      } finally {
        await site.stop()
      }
    })
  }
})
