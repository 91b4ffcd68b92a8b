import { readFileSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'
import { browserSeconds } from './browser-seconds.ts'

/** What one process with tests has to tell, as one line of JSON. */
export interface TestReport {
  passed: number
  failed: number
  /** Where the tests are that failed, as far as that is known. */
  redFiles: string[]
  /** Why something was left out, once for each test or suite. */
  skipped: string[]
  /** Of the process, of all that it has waited for, and of its browsers. */
  cpuSeconds: number
}

/** A reporter of `node:test`. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const told: TestReport = { passed: 0, failed: 0, redFiles: [], skipped: [], cpuSeconds: 0 }
  const red = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.skip !== undefined && data.skip !== false) {
      told.skipped.push(data.skip === true ? `nobody says why: ${data.name}` : data.skip)
    } else if (type === 'test:fail') {
      told.failed++
      if (data.file) red.add(data.file)
    } else if (data.details.type !== 'suite') told.passed++
  }
  told.redFiles = [...red]
  told.cpuSeconds = cpuSeconds()
  yield `${JSON.stringify(told)}\n`
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childrenSeconds() + browserSeconds()
}

/** Only Linux tells, in hundredths. */
function childrenSeconds(): number {
  try {
    // A name in brackets, which may have spaces in it, stands before the numbers.
    const [, numbers = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    const [user, system] = numbers.split(' ').slice(13, 15).map(Number)
    return ((user ?? 0) + (system ?? 0)) / 100
  } catch {
    return 0
  }
}
