import type { Page } from 'playwright-core'

/** Something that people do every day, up to where a picture of it is worth a look. */
export interface Scenario {
  name: string
  /** The address behind `#`. */
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
]
