import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Quota } from '@triptych/contract/files'
import type { Page } from 'playwright-core'
import { confirm, focused, isFit, openFrom } from './accounts-site.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'

const more = (page: Page) => page.getByRole('button', { name: 'More of this workspace' })

describe('the use of a workspace', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function quotas(): Promise<Quota[]> {
    return (await (await fetch(new URL('quotas', site.url))).json()) as Quota[]
  }

  it('is shown for the whole and for folders, and limited in units that people know', async () => {
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page } = visit
    const dialog = await openFrom(more(page), 'Usage…', 'Usage')
    const texts = await dialog.locator('li').allInnerTexts()
    assert.match(texts[0] ?? '', /The whole workspace\s+2\.5 KB, no quota/)
    assert.match(texts[1] ?? '', /\/Pictures\s+1\.8 KB, no quota/)

    await dialog.getByRole('button', { name: 'Set a quota of /Pictures' }).click()
    assert.equal(await focused(page), 'At most')
    assert.equal(await dialog.getByLabel(/^Folder/).inputValue(), '/Pictures')
    await page.keyboard.type('1.5')
    await page.keyboard.press('Enter')
    await dialog.getByText('1.8 KB of 1.5 GB').waitFor()
    assert.deepEqual(
      (await quotas()).map(({ path, bytes }) => `${path} ${bytes}`),
      ['/ null', `/Pictures ${1.5 * 1024 ** 3}`],
    )

    await dialog.getByRole('button', { name: 'Change the quota of /Pictures' }).click()
    assert.equal(await dialog.getByLabel('At most').inputValue(), '1.5')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('is limited for any folder, which is offered as it is typed, and free again', async () => {
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page } = visit
    const dialog = await openFrom(more(page), 'Usage…', 'Usage')
    const folder = dialog.getByLabel(/^Folder/)
    await folder.fill('/')
    await dialog.locator('option[value="/Projects"]').waitFor({ state: 'attached' })
    assert.equal(await dialog.locator('option[value="/Read me first.txt"]').count(), 0)
    visit.allow(/404/)
    await folder.fill('/Nowhere')
    await dialog.getByLabel('At most').fill('10')
    await dialog.getByRole('button', { name: 'Set quota', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    await folder.fill('/Notes')
    await dialog.getByLabel('Unit').selectOption('MB')
    await dialog.getByRole('button', { name: 'Set quota', exact: true }).click()
    await dialog.getByText('20 B of 10.0 MB').waitFor()

    await confirm(dialog, 'Remove the quota of /Notes')
    await dialog.getByText('20 B, no quota').waitFor()
    assert.ok((await quotas()).every(({ path }) => path !== '/Notes'))
    await visit.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 360]) {
      it(`has no serious barrier and fits into ${width} pixels, ${colorScheme}`, async () => {
        const look = { width, height: 800, colorScheme }
        const visit = await site.openPage({ ...look, path: '#/files' })
        await openFrom(more(visit.page), 'Usage…', 'Usage')
        await isFit(visit.page, `usage-${width}-${colorScheme}`)
        await visit.close()
      })
    }
  }
})
