import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { name, select } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'
import { isFit, phone } from './touch-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const pane = (page: Page, called = 'Details') =>
  page.getByRole('complementary', { name: called, exact: true })

/** What stands behind a name in the pane. */
function fact(details: Locator, called: string): Locator {
  return details
    .locator('dl > div')
    .filter({ has: details.page().getByText(called, { exact: true }) })
}

async function open(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await pane(page).waitFor()
  return pane(page)
}

describe('the details of files', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('say what is chosen, how large it is, where it lies and what became of it, and follow it', async (t) => {
    await put('told/plan.txt', 'x'.repeat(2000))
    await put('told/sub/deep.txt', 'deep')
    const { page, url } = await visit(t, '/told')
    const details = await open(page)
    // Of nothing in particular: the folder.
    await details.getByRole('heading', { name: 'told' }).waitFor()
    await fact(details, 'Contains').getByText('2 files, 1 folder').waitFor()
    await select(page, 'plan.txt')
    await details.getByRole('heading', { name: 'plan.txt' }).waitFor()
    await fact(details, 'Type').getByText('Text', { exact: true }).waitFor()
    await fact(details, 'Size').getByText('2.0 KB (2,000 B)').waitFor()
    await fact(details, 'Place').getByRole('button', { name: '/told' }).waitFor()
    await fact(details, 'Changed').waitFor()
    await fact(details, 'Made').waitFor()
    await details.getByText('added plan.txt to /told').waitFor()
    await screenshot(page, 'files-details')
    assert.deepEqual(await axeViolations(page), [])

    // Somebody else replaces it, and says so.
    const form = new FormData()
    form.append('file', new Blob(['new']), 'plan.txt')
    await fetch(new URL('upload?id=/told&conflict=replace', url), { method: 'POST', body: form })
    await fact(details, 'Size').getByText('3 B').waitFor()
    await details.getByRole('button', { name: 'One earlier version…' }).click()
    await page.getByRole('dialog', { name: 'Versions of “plan.txt”' }).waitFor()
    await page.keyboard.press('Escape')
    await details.getByRole('textbox').fill('Please read it.')
    await details.getByRole('button', { name: 'Comment', exact: true }).click()
    await details.locator('.text', { hasText: 'Please read it.' }).waitFor()
    await details.getByRole('button', { name: 'History…' }).click()
    await page.getByRole('dialog', { name: 'History of “plan.txt”' }).waitFor()
    await page.keyboard.press('Escape')

    await name(page, 'sub').click({ modifiers: ['ControlOrMeta'] })
    await details.getByRole('heading', { name: '2 selected' }).waitFor()
    await details.getByText('1 folder, 1 file').waitFor()
    await details.getByRole('button', { name: 'Close the details' }).click()
    await details.waitFor({ state: 'detached' })
  })

  it('have keys of their own, and Escape leads back to the list', async (t) => {
    for (const file of ['a.txt', 'b.txt']) await put(`keys/${file}`)
    const { page } = await visit(t, '/keys')
    const details = await open(page)
    await select(page, 'a.txt')
    await details.getByRole('heading', { name: 'a.txt' }).waitFor()
    await details.getByRole('button', { name: 'Download' }).focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'b', 'Delete']) await page.keyboard.press(key)
    assert.equal(await page.getByRole('dialog').count(), 0)
    await details.getByRole('heading', { name: 'a.txt' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
    await details.getByRole('heading', { name: 'b.txt' }).waitFor()
    await details.getByRole('button', { name: 'Open b.txt' }).click()
    await page.getByRole('dialog', { name: 'b.txt' }).waitFor()
  })

  it('lead from what was found to where it lies, and are opened by the menu of a file', async (t) => {
    await put('far/away/needle in hay.txt')
    const { page } = await visit(t, '?text=needle in hay')
    await name(page, 'needle in hay.txt').click({ button: 'right' })
    await page.locator('.wx-menu').getByText('Details', { exact: true }).click()
    await fact(pane(page), 'Place').getByRole('button', { name: '/far/away' }).click()
    await page.locator('.wx-breadcrumbs').getByText('away').waitFor()
    await pane(page).getByRole('heading', { name: 'needle in hay.txt' }).waitFor()
  })

  it('are in German, and in place of the list on a telephone', async (t) => {
    await put('klein/Angebot.txt', 'x'.repeat(1536))
    const options = { ...phone, locale: 'de-DE', colorScheme: 'dark' } as const
    const { page } = await visit(t, '/klein', options)
    await page.getByRole('checkbox', { name: 'Angebot.txt auswählen' }).tap()
    await page.getByRole('button', { name: 'Weitere Aktionen' }).tap()
    await page.getByRole('menuitem', { name: 'Details', exact: true }).tap()
    const details = pane(page)
    await fact(details, 'Größe').getByText('1,5 KB (1.536 B)').waitFor()
    await details.getByText(/Angebot.txt .*hinzugefügt/).waitFor()
    await t.waitFor(() => isFit(page, 'files-details-phone'), patient)
    await details.getByRole('button', { name: 'Details schließen' }).tap()
    await name(page, 'Angebot.txt').waitFor()
  })
})
