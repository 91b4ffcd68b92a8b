import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { firstViews, loadedUntil, noteWhenShown, shownAfter } from './first-view.ts'
import type { Loaded } from './first-view.ts'

/** What may come over the wire, as it is sent there, before somebody sees a view for the first time. */
const mostScript = 350 * 1024
const mostStyle = 60 * 1024

describe('what a browser loads before it shows', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  for (const locale of ['en-GB', 'de-DE']) {
    for (const { path, shown } of firstViews) {
      it(`${path} in ${locale} is at most 350 KB of script and 60 KB of style, packed`, async (t) => {
        const visit = await site.openPage({ path: '#/none', locale })
        const { page } = visit
        await noteWhenShown(page.context(), shown)
        // Otherwise the other views follow after a second, which is sooner than this one on a busy machine.
        await page.addInitScript(
          `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`,
        )
        await page.goto('about:blank')
        await page.goto(new URL(path, visit.url).href)
        const loaded = await loadedUntil(page, await shownAfter(page, shown))
        const [script, style] = [sum(loaded, '.js'), sum(loaded, '.css')]
        const list = loaded.map(({ name, bytes }) => `${name} ${bytes}`).join('\n')
        t.diagnostic(`${whole(script)} KB of script, ${whole(style)} KB of style`)
        // Packed, and something of each kind: otherwise nothing was measured.
        for (const one of loaded) assert.ok(one.bytes < one.whole || one.whole < 2000, one.name)
        assert.ok(script > 50_000 && style > 1000, list)
        assert.ok(script <= mostScript, `${script} bytes of script\n${list}`)
        assert.ok(style <= mostStyle, `${style} bytes of style\n${list}`)
        await visit.close()
      })
    }
  }
})

const whole = (bytes: number) => Math.round(bytes / 1024)
const sum = (loaded: Loaded[], ending: string) =>
  loaded.filter(({ name }) => name.endsWith(ending)).reduce((all, { bytes }) => all + bytes, 0)
