import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Always the same place, so that runs write over each other and do not pile up. */
const folder = process.env['TRIPTYCH_SCREENSHOTS'] ?? join(tmpdir(), 'triptych-screenshots')

/** Answers where the picture is. */
export async function screenshot(page: Page, name: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  return path
}
