import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const top = fileURLToPath(new URL('../../../', import.meta.url))

/** Where the built page lies. */
export const dist = new URL('../dist/', import.meta.url)

/** In the built page: what it was built from. */
export const stampName = 'built-from.txt'

/** Whether the page was built from the sources as they are now. */
export function isPageBuilt(): boolean {
  try {
    return readFileSync(new URL(stampName, dist), 'utf8') === sourceStamp()
  } catch {
    return false
  }
}

/** A hash of all that goes into the page. */
export function sourceStamp(): string {
  return stampOf([
    'apps/web/**/*',
    'packages/{client,contract}/{package.json,src/**/*}',
    'package-lock.json',
  ])
}

/** A hash of files. By contents: a checkout gives old files new times. */
export function stampOf(patterns: string[]): string {
  const files = globSync(patterns, { cwd: top, withFileTypes: true, exclude: isNoSource })
  const hash = createHash('sha256')
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => relative(top, join(file.parentPath, file.name)))
  for (const path of paths.toSorted()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(top, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function isNoSource({ name }: { name: string }): boolean {
  return /^(node_modules|dist|\.cache|test)$|\.test\.tsx?$/.test(name)
}
