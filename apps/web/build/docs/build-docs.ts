import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compressAssets } from '../compress-assets.ts'
import { stampName, stampOf } from '../page-stamp.ts'
import { replaceFolder } from '../replace-folder.ts'
import { pageHtml } from './page-html.ts'
import { readPages, repository } from './read-pages.ts'
import { renderPages } from './render-page.ts'
import type { RenderedPage } from './render-page.ts'
import { sidebarOf } from './sidebar.ts'

/** Where the documentation lies for the server. */
const docsDist = join(repository, 'dist/docs')

/** The documentation as pages, into `dist/docs`, which is never seen half done. Tells which links lead nowhere. */
export async function buildDocs(): Promise<string[]> {
  const stamp = docsStamp()
  const drafts = join(repository, '.cache', `docs-${process.pid}`)
  const draft = join(drafts, 'new')
  try {
    const deadLinks = await writeDocs(draft)
    writeFileSync(join(draft, stampName), stamp)
    mkdirSync(dirname(docsDist), { recursive: true })
    replaceFolder(draft, docsDist, join(drafts, 'old'))
    return deadLinks
  } finally {
    rmSync(drafts, { recursive: true, force: true })
  }
}

export function areDocsBuilt(): boolean {
  try {
    return readFileSync(join(docsDist, stampName), 'utf8') === docsStamp()
  } catch {
    return false
  }
}

async function writeDocs(folder: string): Promise<string[]> {
  const pages = renderPages(readPages())
  const assets = await buildAssets(folder)
  const site = {
    ...assets,
    groups: sidebarOf(pages.map(({ name }) => name)),
    titles: new Map(pages.map(({ name, title }) => [name, title])),
  }
  for (const page of pages) {
    const file = join(folder, `${page.name || 'index'}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, pageHtml(page, site))
  }
  for (const drawing of globSync('**/*.svg', { cwd: join(repository, 'docs') })) {
    cpSync(join(repository, 'docs', drawing), join(folder, drawing))
  }
  writeFileSync(join(folder, 'search.json'), JSON.stringify(searchable(pages)))
  await compressAssets(folder)
  return pages.flatMap(({ deadLinks }) => deadLinks)
}

/** The script and the style of all pages. */
async function buildAssets(
  outDir: string,
): Promise<{ script: string; style: string; icon: string }> {
  const web = fileURLToPath(new URL('../../', import.meta.url))
  const made = await build({
    configFile: false,
    root: web,
    base: './',
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(web, 'src/guide/guide.ts'),
        output: {
          entryFileNames: 'assets/guide.[hash].js',
          assetFileNames: 'assets/guide.[hash][extname]',
        },
      },
    },
  })
  if (!('output' in made)) throw new Error('Nothing was built.')
  const names = made.output.map(({ fileName }) => fileName)
  const icon = 'assets/icon.svg'
  writeFileSync(join(outDir, icon), readFileSync(join(web, 'src/icon.svg')))
  const ending = (end: string) => names.find((name) => name.endsWith(end)) ?? ''
  return { script: ending('.js'), style: ending('.css'), icon }
}

/** One entry for each heading: where, what it is called, on which page, and what stands there. */
function searchable(pages: RenderedPage[]): [string, string, string, string][] {
  return pages.flatMap(({ name, title, sections }) =>
    sections.map(({ id, heading, text }): [string, string, string, string] => [
      id ? `${name}#${id}` : name,
      heading,
      title,
      text.replaceAll(/\s+/g, ' '),
    ]),
  )
}

function docsStamp(): string {
  return stampOf([
    'docs/**/*',
    'deploy/*',
    '{CHANGELOG,SECURITY,packages/client/README}.md',
    'apps/web/{build,src/guide}/**/*',
    'apps/web/src/{colours.css,icon.svg}',
  ])
}
