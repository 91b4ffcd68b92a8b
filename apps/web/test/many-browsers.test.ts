import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, Visit } from './browser.ts'
import { addEntry, name, nameField, select } from './files-page.ts'
import { row } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import {
  chosenSeed,
  depth,
  seededRandom,
} from '../../../packages/server/test/fixtures/seeded-random.ts'
import type { SeededRandom } from '../../../packages/server/test/fixtures/seeded-random.ts'

/** Somebody with a browser of their own, and with cases of their own, whatever the others do. */
interface Person {
  who: string
  visit: Visit
  page: Page
  random: SeededRandom
}

type Gesture = (person: Person, count: number) => Promise<void>

const names = ['ann', 'ben', 'cleo', 'dan', 'eve']

/** Few for a push; the moments at which the connection breaks are others every night. */
const roundsOf = (count: number) => (count === 2 ? 3 : 1) * depth

describe('browsers at once, whose connections break at any moment', { skip: cannotBrowse }, () => {
  let site: Site
  let people: Person[] = []
  const seed = chosenSeed()
  before(async () => {
    site = await openSite()
    people = await Promise.all(
      names.map(async (who, index) => {
        const visit = await site.openPage({ path: '#/home' })
        return { who, visit, page: visit.page, random: seededRandom(seed + index) }
      }),
    )
  })
  after(async () => {
    for (const { visit } of people) await visit.close()
    await site.stop()
  })

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(new URL(path, site.url), init)
    assert.equal(answer.status, 200, `${method} ${path}`)
    return answer.json() as Promise<T>
  }

  /** Everybody works at the same time; whoever is told that all is saved finds it on the server. */
  async function work(
    t: TestContext,
    count: number,
    gestures: readonly Gesture[],
    isStored: (person: Person, round: number) => Promise<void>,
  ): Promise<Person[]> {
    const here = people.slice(0, count)
    const rounds = roundsOf(count)
    const working = here.map(async (person) => {
      for (let round = 0; round < rounds; round++) {
        for (const gesture of gestures) await troubled(person, () => gesture(person, round))
        await person.visit.goOnline()
        await isSaved(t, person)
        await isStored(person, round)
      }
    })
    try {
      await Promise.all(working)
    } catch (error) {
      await Promise.allSettled(working)
      for (const { page, who } of here)
        await screenshot(page, `many-${t.name.split(' ').at(-5)}-${who}`)
      throw new Error(`TRIPTYCH_TEST_SEED=${seed} does it again`, { cause: error })
    }
    return here
  }

  /** All show the same in the end, which is what the server has. */
  async function alike(
    t: TestContext,
    here: Person[],
    shown: (page: Page) => Promise<string[]>,
    stored: string[],
  ) {
    for (const { who, page } of here) {
      const same = async () => assert.deepEqual((await shown(page)).toSorted(), stored.toSorted())
      try {
        await t.waitFor(same, patient)
      } catch (error) {
        throw new Error(`${who} sees something else.\n${await whatIsSeen(here, shown, stored)}`, {
          cause: error,
        })
      }
      assert.equal(await page.locator('.toast.error').count(), 0, who)
    }
  }

  /** For whoever looks into a failure: what each browser shows, what is open in it, and its picture. */
  async function whatIsSeen(
    here: Person[],
    shown: (page: Page) => Promise<string[]>,
    stored: string[],
  ): Promise<string> {
    const lines = [`TRIPTYCH_TEST_SEED=${seed} does it again`, `server: ${told(stored)}`]
    for (const { who, page } of here) {
      const open = await page.locator('.cell-editor, .gantt-cell-input').count()
      const status = await page.locator('.connection .text').textContent()
      const picture = await screenshot(page, `many-${who}`)
      lines.push(`${who}: ${told(await shown(page))}`)
      lines.push(`  ${status}, ${open} editors open, ${picture}`)
    }
    return lines.join('\n')
  }

  it('show a row that somebody adds, and leave the new one alone into which one types', async (t) => {
    const columns = [{ name: 'who', type: 'text' }]
    await ask('POST', 'tables', { name: 'typed', columns })
    await ask('POST', 'typed/rows', { rows: [{ who: 'first' }, { who: 'second' }] })
    const [{ page }] = people as [Person]
    await goTo(people.slice(0, 1), '#/tables/typed', () => tableRow(page, 'first'))
    // Theirs are there first, and so above it.
    const { promise: isLate, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/typed', async (route) => {
      if (route.request().method() === 'POST') await isLate
      await route.continue()
    })
    await page.getByRole('button', { name: 'Add row' }).click()
    await page.locator('.cell-editor:focus').waitFor()
    await page.keyboard.type('Mey')
    for (const who of ['theirs', 'another']) {
      await ask('POST', 'typed/rows', { rows: [{ who }] })
      await tableRow(page, who).waitFor()
    }
    await page.keyboard.type('er')
    goOn()
    await page.keyboard.press('Enter')
    await tableRow(page, 'Meyer').waitFor()
    await isSaved(t, people[0]!)
    const stored = await ask<{ who: string }[]>('GET', 'typed')
    const texts = stored.map(({ who }) => who).toSorted()
    assert.deepEqual(texts, ['Meyer', 'another', 'first', 'second', 'theirs'])
    assert.equal(await page.locator('.toast').count(), 0)
    await page.unroute('**/typed')
  })

  for (const count of [2, 5]) {
    const rounds = roundsOf(count)
    it(`of ${count} people lose no cell and no row of a table, and write none twice`, async (t) => {
      const table = `shared${count}`
      const columns = ['who', 'note', 'common'].map((column) => ({ name: column, type: 'text' }))
      await ask('POST', 'tables', { name: table, columns })
      const rows = names.slice(0, count).map((who) => ({ who, note: 'first', common: '' }))
      await ask('POST', `${table}/rows`, { rows })
      await goTo(people.slice(0, count), `#/tables/${table}`, (page) => tableRow(page, 'ann'))
      const all = () => ask<Record<'who' | 'note' | 'common', string | null>[]>('GET', table)

      const here = await work(
        t,
        count,
        [
          ({ page, who }, round) => typeInto(page, tableRow(page, who), 'note', `${who} ${round}`),
          async ({ page, who }, round) => {
            await page.getByRole('button', { name: 'Add row' }).click()
            await page.locator('.cell-editor:focus').waitFor()
            await page.keyboard.type(`new ${who} ${round}`)
            await page.keyboard.press('Enter')
          },
          ({ page, who }, round) =>
            typeInto(page, tableRow(page, 'ann'), 'common', `${who} ${round}`),
        ],
        async ({ who }, round) => {
          const stored = await all()
          assert.equal(stored.find((one) => one.who === who)?.note, `${who} ${round}`)
          const added = stored.filter((one) => one.who === `new ${who} ${round}`)
          assert.equal(added.length, 1, `new ${who} ${round}`)
        },
      )

      const stored = await all()
      assert.equal(stored.length, count * (1 + rounds))
      assert.match(stored[0]!.common!, new RegExp(`^(${names.join('|')}) ${rounds - 1}$`))
      const texts = stored.flatMap(({ who, note, common }) => [
        `${who}|${note ?? ''}|${common ?? ''}`,
      ])
      await alike(t, here, tableTexts, texts)
    })

    it(`of ${count} people lose no task of a plan, and make none twice`, async (t) => {
      const space = `plan${count}`
      await ask('POST', 'workspaces', { name: space })
      for (const who of names.slice(0, count)) {
        const task = { text: who, start: '2026-03-02T00:00:00', duration: 3, type: 'task' }
        await ask('POST', `w/${space}/tasks`, task)
      }
      await goTo(people.slice(0, count), `w/${space}/#/gantt`, (page) => row(page, 'ann'))
      const all = () => ask<{ text: string; duration: number }[]>('GET', `w/${space}/tasks`)

      const here = await work(
        t,
        count,
        [
          async ({ page, who }, round) => {
            await cellOf(page, own(who, round), 'duration').click()
            await page.keyboard.type(`${round + 4}`)
            await page.keyboard.press('Enter')
          },
          async ({ page, who }, round) => {
            await cellOf(page, own(who, round), 'text').click()
            await page.keyboard.press('Insert')
            await page.locator('.gantt-cell-input:focus').waitFor()
            await page.keyboard.type(`new of ${who}, ${round}`)
            await page.keyboard.press('Enter')
          },
          async ({ page, who }, round) => {
            await cellOf(page, own(who, round), 'text').click()
            await page.keyboard.type(`${who} ${round}`)
            await page.keyboard.press('Enter')
          },
        ],
        async ({ who }, round) => {
          const stored = await all()
          const mine = stored.filter(({ text }) => text === `${who} ${round}`)
          assert.deepEqual(
            mine.map(({ duration }) => duration),
            [round + 4],
          )
          const added = stored.filter(({ text }) => text === `new of ${who}, ${round}`)
          assert.equal(added.length, 1, `new of ${who}, ${round}`)
        },
      )

      const stored = await all()
      assert.equal(stored.length, count * (1 + rounds))
      await alike(
        t,
        here,
        taskTexts,
        stored.map(({ text, duration }) => `${text}|${duration}d`),
      )
    })

    it(`of ${count} people lose no file and no folder, and make none twice`, async (t) => {
      const folder = `/shared${count}`
      await ask('POST', 'files/%2F', { name: folder.slice(1), type: 'folder' })
      for (const who of names.slice(0, count)) {
        await ask('POST', `files/${encodeURIComponent(folder)}`, {
          name: `${who}.txt`,
          type: 'file',
        })
      }
      await goTo(people.slice(0, count), `#/files${folder}`, (page) => name(page, 'ann.txt'))
      const all = async () =>
        (await ask<{ value: string }[]>('GET', `files/${encodeURIComponent(folder)}`)).map(
          ({ value }) => value,
        )

      const here = await work(
        t,
        count,
        [
          ({ page, who }, round) => addEntry(page, 'New folder', `of ${who}, ${round}`),
          async ({ page, who }, round) => {
            await select(page, `${own(who, round)}.txt`)
            await page.keyboard.press('F2')
            await nameField(page).fill(`${who} ${round}.txt`)
            await page.keyboard.press('Enter')
            await name(page, `${who} ${round}.txt`).waitFor()
          },
          ({ page, who }, round) => upload(page, `sent by ${who}, ${round}.txt`),
        ],
        async ({ who, page }, round) => {
          await everyUploadEnds(page)
          const stored = await all()
          const mine = stored.filter((path) => path.includes(who) && path.includes(`${round}`))
          const made = [
            `${who} ${round}.txt`,
            `of ${who}, ${round}`,
            `sent by ${who}, ${round}.txt`,
          ]
          assert.deepEqual(mine.toSorted(), made.toSorted())
        },
      )

      const stored = await all()
      assert.equal(stored.length, count * (1 + 2 * rounds))
      await alike(t, here, fileNames, stored)
    })
  }
})

/** What their task and their file are called by then. */
const own = (who: string, round: number) => (round === 0 ? who : `${who} ${round - 1}`)

/** The connection breaks while something is done, or shortly before or after it, or not at all. */
async function troubled({ visit, random }: Person, gesture: () => Promise<void>): Promise<void> {
  const trouble = random.pick(['none', 'cut', 'cut', 'away', 'back'])
  const [before, between] = [random.between(0, 600), random.between(0, 60)]
  const breaks = async () => {
    if (trouble === 'none') return
    await pause(before)
    if (trouble === 'away') return visit.goOffline()
    await visit.goOnline()
    visit.cut()
    if (trouble === 'cut') return
    await pause(between)
    visit.cut()
  }
  await Promise.all([gesture(), breaks()])
}

/** The page shows that it is connected, and would not warn whoever leaves it. */
async function isSaved(t: TestContext, { page, who }: Person): Promise<void> {
  await t.waitFor(async () => {
    assert.equal(await page.locator('.connection .text').textContent(), 'Live', who)
    const warns = await page.evaluate(`(() => {
      const event = new Event('beforeunload', { cancelable: true })
      dispatchEvent(event)
      return event.defaultPrevented
    })()`)
    assert.equal(warns, false, who)
  }, patient)
}

async function goTo(here: Person[], path: string, shown: (page: Page) => ReturnType<typeof row>) {
  await Promise.all(
    here.map(async ({ page, visit }) => {
      await page.goto(new URL(path, visit.url).href)
      await shown(page).first().waitFor()
    }),
  )
}

const tableRows = (page: Page) => page.locator('.wx-grid .wx-body .wx-row')
const columnOf = (column: string) => `[data-col-id=":${column}"]`

function tableRow(page: Page, who: string) {
  const own = page.locator(columnOf('who')).getByText(who, { exact: true })
  return tableRows(page).filter({ has: own })
}

/** A task by its whole name. */
function cellOf(page: Page, called: string, column: string) {
  const own = page.locator(columnOf('text')).getByText(called, { exact: true })
  return page
    .getByRole('treegrid', { name: 'Tasks' })
    .locator('.wx-row', { has: own })
    .locator(columnOf(column))
}

async function typeInto(page: Page, at: ReturnType<typeof row>, column: string, text: string) {
  await at.locator(columnOf(column)).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

function textsOf(rows: ReturnType<typeof row>, columns: string[]): Promise<string[]> {
  return rows.evaluateAll(
    (list, selectors) =>
      list.map((one) =>
        selectors.map((each) => one.querySelector(each)?.textContent?.trim()).join('|'),
      ),
    columns.map(columnOf),
  )
}

const told = (texts: string[]) => texts.toSorted().join('; ')
const tableTexts = (page: Page) => textsOf(tableRows(page), ['who', 'note', 'common'])
const taskTexts = (page: Page) =>
  textsOf(page.getByRole('treegrid', { name: 'Tasks' }).locator('.wx-row'), ['text', 'duration'])
const fileNames = async (page: Page) =>
  (await page.locator('.wx-item .wx-info .wx-name').allTextContents()).map((text) => text.trim())

async function upload(page: Page, called: string): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('.wx-menu').getByText('Upload files', { exact: true }).click(),
  ])
  await chooser.setFiles([{ name: called, mimeType: 'text/plain', buffer: Buffer.from(called) }])
}

/** What was broken off is said to be, and sent once more by its button. */
async function everyUploadEnds(page: Page): Promise<void> {
  const retry = page.getByRole('button', { name: /^Retry / })
  const settled = page.getByRole('region', { name: 'Uploads' }).locator('li.sending, li.waiting')
  for (;;) {
    await settled.first().waitFor({ state: 'detached' })
    if ((await retry.count()) === 0) return
    await retry.first().click()
  }
}
