import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { BuildOptions } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { areDocsBuilt, buildDocs } from './docs/build-docs.ts'
import { dist, sourceStamp, stampName } from './page-stamp.ts'
import { replaceFolder } from './replace-folder.ts'

const web = new URL('../', import.meta.url)

/** `/docs/api` is built apart: in one build they would share pieces, and the page would load one more. */
const docs: BuildOptions = {
  rolldownOptions: { input: fileURLToPath(new URL('docs/api.html', web)) },
  license: { fileName: 'assets/licences-of-docs.md' },
  chunkSizeWarningLimit: 2000,
}

/** Builds the page into `apps/web/dist`, which is never seen half done. */
export async function buildPage(): Promise<void> {
  const stamp = sourceStamp()
  const cache = fileURLToPath(new URL('.cache/', web))
  const drafts = join(cache, `page-${process.pid}`)
  const draft = join(drafts, 'new')
  mkdirSync(drafts, { recursive: true })
  removeLeftovers(cache)
  try {
    await Promise.all([buildInto(draft), buildInto(draft, docs)])
    addLicencesOfViewer(join(draft, 'assets'))
    await compressAssets(draft)
    writeFileSync(join(draft, stampName), stamp)
    replaceFolder(draft, fileURLToPath(dist), join(drafts, 'old'))
  } finally {
    rmSync(drafts, { recursive: true, force: true })
  }
}

async function buildInto(folder: string, options: BuildOptions = {}): Promise<void> {
  await build({
    configFile: fileURLToPath(new URL('vite.config.ts', web)),
    configLoader: 'native',
    logLevel: 'warn',
    build: { ...options, outDir: folder, emptyOutDir: false },
  })
}

/** The viewer of `/docs/api` comes with others already in it, so the build sees one package only. */
function addLicencesOfViewer(folder: string): void {
  const viewer = new URL('.', import.meta.resolve('swagger-ui-dist/package.json'))
  const texts = ['NOTICE', 'swagger-ui-es-bundle.js.LICENSE.txt'].map((name) =>
    readFileSync(new URL(name, viewer), 'utf8'),
  )
  writeFileSync(join(folder, 'licences-of-viewer.txt'), texts.join('\n\n'))
}

/** A build that is killed leaves its draft behind. */
function removeLeftovers(cache: string): void {
  for (const name of readdirSync(cache)) {
    const pid = /^page-(\d+)$/.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) rmSync(join(cache, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

if (import.meta.main) {
  await buildPage()
  if (!areDocsBuilt()) await buildDocs()
}
