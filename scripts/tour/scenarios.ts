import type { Page } from 'playwright-core'

/** Something that people do every day, up to where a picture of it is worth a look. */
export interface Scenario {
  name: string
  /** The address behind `#`, or a whole path that ends with it. */
  at: string
  /** Waits for what is to be seen, too. */
  walk: (page: Page) => Promise<void>
}

const shown = (page: Page, selector: string) => page.locator(selector).first().waitFor()

export const scenarios: readonly Scenario[] = [
  { name: 'home', at: '/home', walk: (page) => shown(page, '.home-changes li') },
  { name: 'files-cards', at: '/files', walk: (page) => shown(page, '.wx-item .wx-info .wx-name') },
  {
    name: 'files-table',
    at: '/files/Pictures?mode=table',
    walk: (page) => shown(page, '.wx-filemanager .wx-row'),
  },
  { name: 'gantt-days', at: '/gantt', walk: (page) => shown(page, '.wx-bar') },
  { name: 'gantt-weeks', at: '/gantt?zoom=week', walk: (page) => shown(page, '.wx-bar') },
  { name: 'gantt-task', at: '/gantt/5?edit=', walk: (page) => shown(page, '.wx-sidearea') },
  { name: 'table', at: '/tables/films', walk: (page) => shown(page, '.wx-grid .wx-row') },
  {
    name: 'table-sorted',
    at: '/tables/screenings?sort=-day',
    walk: (page) => shown(page, '.wx-grid .wx-row'),
  },
  {
    name: 'search',
    at: '/files',
    async walk(page) {
      await page.getByRole('button', { name: 'Search everything' }).click()
      await page.getByRole('combobox', { name: 'Search everything' }).fill('the')
      await shown(page, '.find-hits a')
    },
  },
  {
    name: 'keys',
    at: '/gantt',
    async walk(page) {
      await page.getByRole('button', { name: 'Help' }).click()
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'history',
    at: '/files',
    async walk(page) {
      await page.getByRole('button', { name: 'More of this workspace' }).click()
      await page.getByRole('menuitem', { name: 'History…' }).click()
      await page.locator('.history-step').first().waitFor()
    },
  },
  {
    name: 'no-workspace',
    at: '/w/nothing-yet/#/files',
    walk: (page) => page.getByRole('heading', { name: 'No such workspace' }).waitFor(),
  },
  {
    name: 'workspaces-menu',
    at: '/files',
    async walk(page) {
      await page.getByRole('button', { name: /^Workspace: / }).click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'people',
    at: '/home',
    async walk(page) {
      await page.locator('.people > button').click()
      await shown(page, '.people-panel input')
    },
  },
  {
    name: 'settings',
    at: '/home',
    async walk(page) {
      await page.getByRole('button', { name: 'Search everything' }).click()
      await page.getByRole('combobox', { name: 'Search everything' }).fill('settings')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    },
  },
  {
    name: 'files-two-panels',
    at: '/files?mode=panels',
    walk: (page) => shown(page, '.wx-filemanager .wx-row'),
  },
  {
    name: 'files-selection',
    at: '/files/Pictures',
    async walk(page) {
      await chosen(page, 'Noon.svg')
      await page.keyboard.press('Control+a')
      await page.getByText('3 selected').waitFor()
    },
  },
  {
    name: 'files-menu',
    at: '/files/Pictures?mode=table',
    async walk(page) {
      await entry(page, 'Noon.svg').click({ button: 'right' })
      await shown(page, '.wx-menu .wx-option')
    },
  },
  {
    name: 'files-starred',
    at: '/files/Pictures',
    async walk(page) {
      await shown(page, '.wx-item')
      await ask(page, 'PUT', 'stars', { ids: ['/Pictures/Noon.svg', '/Notes'], starred: true })
      await page.reload()
      await shown(page, '[data-starred]')
    },
  },
  {
    name: 'files-move-to',
    at: '/files/Pictures',
    async walk(page) {
      await chosen(page, 'Noon.svg')
      await page.getByRole('button', { name: 'Move to…' }).click()
      await page.getByRole('dialog').getByText('Projects').waitFor()
    },
  },
  {
    name: 'files-clash',
    at: '/files/Pictures',
    async walk(page) {
      await shown(page, '.wx-item')
      const file = { name: 'Noon.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('another') }
      await page.locator('.files input[type=file]').first().setInputFiles(file)
      await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).waitFor()
    },
  },
  {
    name: 'files-details',
    at: '/files/Pictures?mode=table',
    async walk(page) {
      await chosen(page, 'Noon.svg')
      await page.getByRole('button', { name: 'More to do' }).click()
      await page.getByRole('menuitem', { name: 'Details' }).click()
      await page.getByRole('heading', { name: 'Last changes' }).waitFor()
    },
  },
  {
    name: 'files-share',
    at: '/files/Pictures',
    async walk(page) {
      await chosen(page, 'Noon.svg')
      await page.getByRole('button', { name: 'More to do' }).click()
      await page.getByRole('menuitem', { name: 'Share…' }).click()
      await page.getByRole('dialog').getByRole('button').first().waitFor()
    },
  },
  {
    name: 'files-delete',
    at: '/files/Pictures',
    async walk(page) {
      await chosen(page, 'Noon.svg')
      await page.keyboard.press('Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor()
    },
  },
  {
    name: 'gantt-critical',
    at: '/gantt',
    async walk(page) {
      await shown(page, '.wx-bar')
      await planTool(page, 'Critical path')
      // On a phone the chart is behind the list.
      await page.locator('[data-critical]').first().waitFor({ state: 'attached' })
    },
  },
  {
    name: 'gantt-baselines',
    at: '/gantt',
    async walk(page) {
      await shown(page, '.wx-bar')
      await planTool(page, 'Baselines')
      await page.getByRole('dialog', { name: 'Baselines' }).waitFor()
    },
  },
  {
    name: 'gantt-what-if',
    at: '/gantt?zoom=day',
    async walk(page) {
      // On a phone the chart is behind the list.
      if ((page.viewportSize()?.width ?? 0) < 700) return shown(page, '.wx-row')
      // A bar of some length in sight, held somewhere else.
      const bar = page.locator('.wx-bars .wx-bar.wx-task').nth(3)
      await bar.waitFor()
      await bar.scrollIntoViewIfNeeded()
      const { x, y, width, height } = (await bar.boundingBox())!
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.down()
      await page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 4 })
      await shown(page, '.what-if')
    },
  },
]

/** The name of a file or folder in the list. */
const entry = (page: Page, name: string) =>
  page.locator('.wx-item .wx-info .wx-name, .wx-row .wx-name').filter({ hasText: name }).first()

async function chosen(page: Page, name: string): Promise<void> {
  await entry(page, name).click()
  await page.getByText('1 selected').waitFor()
}

/** Where there is no room for all tools, they are in a menu. */
async function planTool(page: Page, name: string): Promise<void> {
  const tool = page.getByRole('button', { name, exact: true })
  if (await tool.first().isVisible()) return tool.first().click()
  await page.getByRole('button', { name: 'More of this plan' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** What somebody has done before: the walk is about what is seen then. */
async function ask(page: Page, method: string, path: string, body: object): Promise<void> {
  const answer = await page.request.fetch(new URL(path, page.url()).href, { method, data: body })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()}`)
}
