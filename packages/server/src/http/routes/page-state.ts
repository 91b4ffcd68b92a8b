import { existsSync } from 'node:fs'
import { readGuideFiles, readPageFiles } from './page-files.ts'
import type { PageFiles } from './page-files.ts'

/** What there is to show at `/`. */
export type PageState =
  | { kind: 'ready'; files: PageFiles }
  | { kind: 'building' }
  | { kind: 'failed'; reason: string }

/** In the published package the built page lies beside the program, in the repository where it was built. */
const published = new URL('../../../page/', import.meta.url)
export const isPagePublished: boolean = existsSync(published)
const built = new URL('../../../../../apps/web/dist/', import.meta.url)

/** The page as it was built last, read when it is asked for first: many servers are never asked. */
export function pageAsBuilt(): () => PageState {
  let state: PageState | null = null
  return () => (state ??= builtPage())
}

/** The page as it was built last. */
export function builtPage(): PageState {
  const files = readPageFiles(isPagePublished ? published : built)
  if (files) return { kind: 'ready', files }
  return { kind: 'failed', reason: 'The page has not been built.' }
}

const publishedGuide = new URL('../../../docs/', import.meta.url)
const builtGuide = new URL('../../../../../dist/docs/', import.meta.url)

/** The documentation, if it was built; it may come later in a repository. */
export function guideAsBuilt(): () => PageFiles | null {
  let files: PageFiles | null = null
  return () => (files ??= readGuideFiles(isPagePublished ? publishedGuide : builtGuide))
}
