import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { iconRules } from '../build/icon-styles.ts'
import { iconMap, withoutIcon } from '../src/icons/icon-map.ts'
import { cannotBrowse, openSite } from './browser.ts'
import { startFixture } from './fixture-server.ts'
import { findIconClasses } from './icon-classes.ts'
import type { Site } from './browser.ts'

const { plain, composed } = findIconClasses()

/** What the sources of the widgets put there. A new version must be read again. */
const valuesOf: Record<string, string[]> = {
  'react-filemanager wxi-${t}': [
    'angle-left',
    'angle-right',
    'close',
    'download',
    'refresh',
    'subtask',
  ],
  'react-filemanager wxi-${t.type}': ['file', 'folder'],
  'react-filemanager wxi-${o.item.type}': ['file', 'folder'],
  'react-filter wxi-${a === "menu" ? "dots-v" : a}': ['dots-v', 'delete'],
}

describe('icons', () => {
  it('are looked for in the widgets', () => {
    for (const name of ['wxi-close', 'wxi-download', 'wxi-menu-down', 'wxi-expand', 'wxi-arrow-up'])
      assert.ok(plain.has(name), `${name} was not found`)
  })

  it('are known where the class is put together at run time', () => {
    const found = new Set(composed.map((place) => `${place.package} ${place.text}`))
    assert.deepEqual([...found].toSorted(), Object.keys(valuesOf).toSorted())
  })

  it('are there for every class in use', () => {
    const atRunTime = Object.values(valuesOf).flatMap((values) => values.map((end) => `wxi-${end}`))
    const inUse = new Set([...plain, ...atRunTime])
    const missing = [...inUse].filter((name) => !iconMap[name] && !withoutIcon.includes(name))
    const unused = [...Object.keys(iconMap), ...withoutIcon].filter((name) => !inUse.has(name))
    assert.deepEqual({ missing, unused }, { missing: [], unused: [] })
  })
})

describe('the style of the icons', () => {
  it('has a drawing of Lucide for each', () => {
    const rules = iconRules()
    for (const name of Object.keys(iconMap)) assert.ok(rules.includes(`.${name}::before`), name)
  })
})

describe('drawn icons', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite(startFixture)
  })
  after(() => site.stop())

  it('show for each class, and nothing shows for a class without one', async () => {
    const visit = await site.openPage()
    const style = readFileSync(new URL('../src/icons/icons.css', import.meta.url), 'utf8')
    const masks = await visit.page.evaluate(maskOfEach, {
      css: style + iconRules(),
      names: [...Object.keys(iconMap), ...withoutIcon],
    })
    const drawn = masks.filter(({ mask }) => mask.startsWith('url("data:image/svg+xml,'))
    const blank = masks.filter(({ mask }) => mask.startsWith('linear-gradient'))
    assert.deepEqual(new Set(drawn.map(({ name }) => name)), new Set(Object.keys(iconMap)))
    assert.deepEqual(new Set(blank.map(({ name }) => name)), new Set(withoutIcon))
    await visit.close()
  })

  it('are pictures a browser can read', async () => {
    const visit = await site.openPage()
    const uris = [...iconRules().matchAll(/url\("([^"]*)"\)/g)].map(([, uri]) => uri)
    const widths = await visit.page.evaluate(async (sources) => {
      const images = sources.map((src) => Object.assign(new Image(), { src }))
      await Promise.all(images.map((image) => image.decode()))
      return images.map((image) => image.naturalWidth)
    }, uris as string[])
    assert.deepEqual(new Set(widths), new Set([24]))
    await visit.close()
  })
})

/** Runs in the page. */
function maskOfEach({ css, names }: { css: string; names: string[] }) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  return names.map((name) => {
    const icon = document.createElement('i')
    icon.className = `wx-icon ${name}`
    document.body.append(icon)
    return { name, mask: getComputedStyle(icon, '::before').maskImage }
  })
}
