import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ChildProcess } from 'node:child_process'
import { builtPage, isPagePublished, pageAsBuilt } from '../http/routes/page-state.ts'
import type { PageState } from '../http/routes/page-state.ts'
import type { Observe } from '../observe/observation.ts'

export interface OpenedPage {
  now: () => PageState
  /** Gives up a build that is under way. */
  close: () => void
}

/** Only a repository has it: what was published was built before. */
const ownBuilder = new URL('../../../../apps/web/build/', import.meta.url)

/** The page as it was built, or as it will be: what is missing or old is built meanwhile. */
export async function openPage(observe: Observe, builder = ownBuilder): Promise<OpenedPage> {
  if (isPagePublished || !existsSync(builder) || (await isPageBuilt(builder))) {
    return { now: pageAsBuilt(), close: () => {} }
  }

  let state: PageState = { kind: 'building' }
  observe({ kind: 'note', message: 'building the page…' })
  const started = performance.now()
  // In a process of its own, so that the API answers meanwhile.
  const child = spawn(process.execPath, [fileURLToPath(new URL('build-page.ts', builder))], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  })
  void outcome(child, new URL('../../../', builder)).then((complaint) => {
    state = complaint === null ? builtPage() : { kind: 'failed', reason: complaint }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    if (complaint === null) observe({ kind: 'note', message: `page built in ${seconds} s` })
    else if (!child.killed)
      observe({ kind: 'note', message: `the page was not built: ${complaint}` })
  })
  return { now: () => state, close: () => void child.kill() }
}

async function isPageBuilt(builder: URL): Promise<boolean> {
  const stamp = (await import(new URL('page-stamp.ts', builder).href)) as {
    isPageBuilt: () => boolean
  }
  return stamp.isPageBuilt()
}

/** Resolves to `null` when it was built, else to why not. */
function outcome(child: ChildProcess, repository: URL): Promise<string | null> {
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('close', (code) => resolve(code === 0 ? null : withoutPlaces(complaint, repository)))
  })
}

/** Without the places on this machine, and of a bearable length. */
function withoutPlaces(complaint: string, repository: URL): string {
  return (
    complaint
      .replaceAll(repository.href, '')
      .replaceAll(fileURLToPath(repository), '')
      .trim()
      .slice(0, 4000) || 'The build was interrupted.'
  )
}
