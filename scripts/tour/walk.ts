import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import type { Scenario } from './scenarios.ts'

export const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const
export const colours = ['light', 'dark'] as const

export interface Tour {
  /** Of a server that is running. */
  url: string
  /** Where chromium is. */
  program: string
  /** Where the pictures go. */
  folder: string
  scenarios: readonly Scenario[]
  told?: (line: string) => void
}

/** Answers the pictures that were made, and what failed on the way. */
export async function walkThrough(tour: Tour): Promise<{ pictures: string[]; failed: string[] }> {
  mkdirSync(tour.folder, { recursive: true })
  const browser = await chromium.launch({ executablePath: tour.program, args: ['--disable-gpu'] })
  const pictures: string[] = []
  const failed: string[] = []
  try {
    for (const scenario of tour.scenarios) {
      for (const size of sizes) {
        for (const colorScheme of colours) {
          const name = `${scenario.name}-${size.width}-${colorScheme}`
          const path = join(tour.folder, `${name}.png`)
          const problem = await takePicture(browser, addressOf(tour, scenario), {
            scenario,
            size,
            colorScheme,
            path,
          })
          pictures.push(path)
          if (problem) failed.push(`${name}: ${problem}`)
          tour.told?.(problem ? `${name}: ${problem}` : name)
        }
      }
    }
  } finally {
    await browser.close()
  }
  return { pictures, failed }
}

interface Asked {
  scenario: Scenario
  size: (typeof sizes)[number]
  colorScheme: (typeof colours)[number]
  path: string
}

function addressOf({ url }: Tour, { at }: Scenario): string {
  return new URL(at.includes('#') ? at.slice(1) : `#${at}`, url).href
}

/** A picture is made of what failed, too: it shows most. */
async function takePicture(
  browser: Browser,
  url: string,
  { scenario, size, colorScheme, path }: Asked,
): Promise<string | null> {
  const page = await browser.newPage({ viewport: size, colorScheme })
  try {
    await page.goto(url)
    await scenario.walk(page)
    return null
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0] ?? 'failed'
  } finally {
    await page.screenshot({ path, animations: 'disabled' })
    await page.close()
  }
}
