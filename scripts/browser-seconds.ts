import { readdirSync, readFileSync } from 'node:fs'

interface Running {
  parent: number
  name: string
  /** CPU of its own, and of those it has waited for. */
  seconds: number
}

/** What each browser of this process had taken when it was asked about last. */
const taken = new Map<number, number>()

/**
 * CPU seconds of the browsers of this process, without those of their first processes, which this one waits for. Nobody
 * waits for what is below these: who wants to know asks before the browser is closed. Only Linux tells.
 */
export function browserSeconds(): number {
  const running = runningNow()
  for (const [pid, { parent, name }] of running) {
    if (parent === process.pid && name.startsWith('chrom')) taken.set(pid, below(pid))
  }
  return [...taken.values()].reduce((total, seconds) => total + seconds, 0)

  function below(pid: number): number {
    let total = 0
    for (const [child, { parent, seconds }] of running) {
      if (parent === pid) total += seconds + below(child)
    }
    return total
  }
}

function runningNow(): Map<number, Running> {
  const found = new Map<number, Running>()
  for (const name of namesIn('/proc')) {
    if (/^\d+$/.test(name)) {
      const one = read(name)
      if (one) found.set(Number(name), one)
    }
  }
  return found
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** `null` for one that has ended meanwhile. */
function read(pid: string): Running | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // A name in brackets, which may have spaces and brackets in it, stands before the numbers.
    const end = text.lastIndexOf(')')
    const numbers = text.slice(end + 2).split(' ')
    const ticks = numbers.slice(11, 15).reduce((total, one) => total + Number(one), 0)
    const name = text.slice(text.indexOf('(') + 1, end)
    return { parent: Number(numbers[1]), name, seconds: ticks / 100 }
  } catch {
    return null
  }
}
