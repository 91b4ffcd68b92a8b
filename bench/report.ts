import { medianRatio, medianSample } from './compare.ts'
import type { Ratio, Samples, Scenario } from './compare.ts'

export interface Finding {
  title: string
  value: number
  goal?: string
  met?: boolean
}

/** Prints medians and ratios scenario by scenario. */
export function report(
  scenarios: Pick<Scenario, 'name' | 'title'>[],
  samples: Samples,
  ratios: Ratio[],
  repeats: number,
): Finding[] {
  const findings: Finding[] = []
  for (const { name, title } of scenarios) {
    print([title, 'per second', 'CPU µs', 'p50 ms', 'p99 ms'])
    for (const [server, taken] of Object.entries(samples[name] ?? {})) {
      const { perSecond, cpu, p50, p99 } = medianSample(taken)
      print([`  ${server}`, whole(perSecond), whole(cpu), p50.toFixed(2), p99.toFixed(2)])
    }
    for (const ratio of ratios.filter(({ under }) => under === name)) {
      const finding = judge(ratio, medianRatio(ratio, samples, repeats))
      if (Number.isNaN(finding.value)) continue
      findings.push(finding)
      const verdict = finding.goal === undefined ? '' : `${finding.goal} ${metOrNot(finding)}`
      console.log(
        `    ${ratio.title.padEnd(50)} ${finding.value.toFixed(2).padStart(7)}  ${verdict}`,
      )
    }
    console.log()
  }
  return findings
}

export function printGoals(findings: Finding[]): void {
  const goals = findings.filter(({ goal }) => goal !== undefined)
  console.log(`Goals: ${goals.filter(({ met }) => met).length} of ${goals.length} met`)
  for (const goal of goals) {
    console.log(
      `  ${metOrNot(goal).padEnd(8)} ${goal.title}: ${goal.value.toFixed(2)} (${goal.goal})`,
    )
  }
}

export function judge({ title, goal }: Pick<Ratio, 'title' | 'goal'>, value: number): Finding {
  if (goal === undefined) return { title, value }
  if ('atLeast' in goal) {
    return { title, value, goal: `goal ≥ ${goal.atLeast}`, met: value >= goal.atLeast }
  }
  return { title, value, goal: `goal ≤ ${goal.atMost}`, met: value <= goal.atMost }
}

export function metOrNot({ met }: Finding): string {
  return met ? 'met' : 'NOT MET'
}

function whole(value: number): string {
  return Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en')
}

function print([first = '', ...rest]: string[]): void {
  console.log(first.padEnd(52) + rest.map((cell) => cell.padStart(10)).join(''))
}
