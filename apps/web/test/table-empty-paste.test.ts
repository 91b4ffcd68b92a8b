import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { openTable, send } from './columns-page.ts'

describe('a table without rows', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
    const columns = [
      { name: 'name', type: 'text' },
      { name: 'size', type: 'integer' },
    ]
    await send(site, 'POST', 'tables', { name: 'bare', columns })
  })
  after(() => site.stop())

  it('takes cells of a spreadsheet as its first rows', async () => {
    const shown = await openTable(site, 'bare')
    const { page } = shown
    await page.getByText('This table has no rows yet.').waitFor()
    const paste = (text: string) =>
      page.evaluate((given) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', given)
        const options = { clipboardData, bubbles: true, cancelable: true }
        document.body.dispatchEvent(new ClipboardEvent('paste', options))
      }, text)
    // Of several wrong cells the first is named, in one message.
    await paste('one\t1\r\ntwo\tmany\r\nthree\tlots\r\n')
    const message = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
    await message
      .getByText(
        /^2 cells were not taken, so nothing was pasted\. Line 2 of what was pasted: size: “many”/,
      )
      .waitFor()
    assert.equal(await message.count(), 1)
    await page.getByText('This table has no rows yet.').waitFor()
    await paste('one\t1\r\ntwo\t2\r\nthree\t3\r\n')
    await shown.status.getByText('3 rows').waitFor()
    assert.deepEqual(await shown.column('name'), ['one', 'two', 'three'])
    assert.deepEqual(await shown.column('size'), ['1', '2', '3'])
    await shown.visit.close()
  })
})
