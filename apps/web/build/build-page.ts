import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { dist, sourceStamp, stampName } from './page-stamp.ts'

const web = new URL('../', import.meta.url)

/** Builds the page into `apps/web/dist`, which is never seen half done. */
export async function buildPage(): Promise<void> {
  const stamp = sourceStamp()
  const drafts = fileURLToPath(new URL(`.cache/page-${process.pid}/`, web))
  const draft = join(drafts, 'new')
  mkdirSync(drafts, { recursive: true })
  try {
    await build({
      configFile: fileURLToPath(new URL('vite.config.ts', web)),
      configLoader: 'native',
      logLevel: 'warn',
      build: { outDir: draft, emptyOutDir: true },
    })
    await compressAssets(draft)
    writeFileSync(join(draft, stampName), stamp)
    replaceFolder(draft, fileURLToPath(dist), join(drafts, 'old'))
  } finally {
    rmSync(drafts, { recursive: true, force: true })
  }
}

/** Of two that build at the same time the later one finds the other's page, and that is as good. */
function replaceFolder(draft: string, target: string, aside: string): void {
  renameUnless('ENOENT', target, aside)
  renameUnless('ENOTEMPTY', draft, target)
}

function renameUnless(code: string, from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
  }
}

if (import.meta.main) await buildPage()
