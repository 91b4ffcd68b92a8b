import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run } from '../../../packages/server/src/cli/triptych.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { PageServer } from './page-server.ts'

/** Inside of the repository, so that what it needs is found there: `npm run test:frameworks` installs it elsewhere. */
const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url))

describe('what triptych init writes', { skip: cannotBrowse }, () => {
  it('shows a plan, a table and files', async (t) => {
    mkdirSync(cache, { recursive: true })
    const folder = mkdtempSync(join(cache, 'starter-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    await run(['init', folder, '--with', 'react'], {})

    const site = await openSite(() => startApp(folder))
    try {
      const visit = await site.openPage()
      visit.allow(/cdn\.svar\.dev/)
      const { page } = visit
      await page.getByText('Planning').first().waitFor()
      await page.getByRole('button', { name: 'Films' }).click()
      await page.getByText('The Godfather', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'Files' }).click()
      await page.getByText('Notes').first().waitFor()
      await visit.close()
    } finally {
      await site.stop()
    }
  })
})

async function startApp(cwd: string): Promise<PageServer> {
  const env = { ...process.env, PORT: '0' }
  const child = spawn(process.execPath, ['server.js', '--dev'], { cwd, env })
  const said: string[] = []
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said.push(text)
        const address = /ready at (\S+)/.exec(said.join(''))?.[1]
        if (address) resolve(address)
      })
    child.once('exit', () => reject(new Error(said.join(''))))
  })
  return {
    url: await ready,
    restart: () => Promise.reject(new Error('it does not restart')),
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
