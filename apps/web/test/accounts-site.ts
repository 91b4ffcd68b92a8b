import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { axeViolations } from './axe-violations.ts'
import { openSite } from './browser.ts'
import type { Site, Visit, VisitOptions } from './browser.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'

export const password = 'correct horse battery'

export type Ask = <T>(method: string, path: string, body?: object) => Promise<T>

/** A server with accounts, whose first owner is Olga, and a browser. */
export interface AccountsSite extends Site {
  /** As Olga. */
  ask: Ask
  /** Somebody new with a role in the workspace `main`; answers their id. */
  invite(name: string, role: string): Promise<string>
  visitAs(name: string, options?: VisitOptions): Promise<Visit>
  /** As if everybody had logged in an hour ago. */
  passAnHour(): void
}

export async function openAccountsSite(): Promise<AccountsSite> {
  const server = await startPageServer(['--auth', 'accounts'])
  const site = await openSite(() => Promise.resolve(server))
  const { cookie } = await comeBy(site, await firstLink(server.out), 'Olga')

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(new URL(path, site.url), {
      method,
      headers: { cookie, origin: new URL(site.url).origin },
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.equal(answer.status, 200, `${method} ${path}`)
    return (await answer.json()) as T
  }

  return {
    ...site,
    ask,
    async invite(name, role) {
      const place = { workspace: 'main', role }
      const { link } = await ask<{ link: string }>('POST', 'auth/invitations', place)
      return (await comeBy(site, link, name)).id
    },
    passAnHour() {
      const accounts = new DatabaseSync(join(server.data, 'accounts.sqlite'), { timeout: 10_000 })
      accounts.exec('update _sessions set created_at = created_at - 3600000')
      accounts.close()
    },
    async visitAs(name, options = {}) {
      const visit = await site.openPage(options)
      const { page } = visit
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel(/^(Password|Passwort)$/).fill(password)
      await page.keyboard.press('Enter')
      await accountMenu(page).waitFor()
      return visit
    },
  }
}

export function accountMenu(page: Page): Locator {
  return page.getByRole('button', { name: /^(Account of|Konto von) / })
}

export async function openFrom(menu: Locator, item: string, title: string): Promise<Locator> {
  await menu.click()
  const page = menu.page()
  await page.getByRole('menuitem', { name: item }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  await dialog.getByText('Loading …').waitFor({ state: 'detached' })
  return dialog
}

/** Presses a button that asks again. */
export async function confirm(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.getByRole('button', { name: `Really: ${name}`, exact: true }).click()
}

/** It fits into the window, and keeps nobody out. */
export async function isFit(page: Page, name: string): Promise<void> {
  await screenshot(page, name)
  const overflow = 'document.documentElement.scrollWidth - innerWidth'
  assert.ok(Number(await page.evaluate(overflow)) <= 0, name)
  assert.deepEqual(await axeViolations(page), [], name)
}

/** What the keyboard is at, in words. */
export function focused(page: Page): Promise<string> {
  const words = `(({ ariaLabel, labels, innerText, tagName }) =>
    (ariaLabel || (labels?.length ? labels[0].innerText : innerText) || tagName).split('\\n')[0])(document.activeElement)`
  return page.evaluate(words)
}

async function firstLink(out: () => string): Promise<string> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const link = /comes in by (\S+)$/m.exec(out())?.[1]
    if (link) return link
    assert.ok(Date.now() < deadline, `there is no link: ${out()}`)
    await pause(20)
  }
}

async function comeBy(
  { url }: Site,
  link: string,
  name: string,
): Promise<{ id: string; cookie: string }> {
  const [, secret] = link.split('#link=')
  const answer = await fetch(new URL('auth/links/use', url), {
    method: 'POST',
    headers: { origin: new URL(url).origin },
    body: JSON.stringify({ secret, name, password }),
  })
  assert.equal(answer.status, 200, await answer.clone().text())
  const { you } = (await answer.json()) as { you: { id: string } }
  return { id: you.id, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}
