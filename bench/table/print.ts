import { medianSample } from '../compare.ts'
import { judge } from '../report.ts'
import type { Finding } from '../report.ts'
import { bestPeer, floorOf, isSure, ratioTo } from './case.ts'
import type { Measured } from './case.ts'

/** One case on the terminal: who needs what. */
export function printCase(measured: Measured): void {
  const { title, sides } = measured
  line([title, 'CPU', 'p50 ms', 'p99 ms', 'per second', 'MB', 'ours / it'])
  for (const { label, role, samples } of sides) {
    const { cpu, p50, p99, perSecond, mb } = medianSample(samples)
    const ratio = role === 'ours' ? '' : ratioTo(measured, label).toFixed(2)
    const name = `  ${role === 'floor' ? 'floor, ' : ''}${label}`
    line([name, cpuText(cpu), p50.toFixed(2), p99.toFixed(2), digits(perSecond), digits(mb), ratio])
  }
  const { ahead } = standing(measured)
  if (ahead) console.log(`    ${ahead}`)
  console.log()
}

/** How ours stands to the floor and to the best peer, and a sentence where the peer is ahead. */
export function standing(measured: Measured): {
  toFloor: number
  peer: string | undefined
  toPeer: number
  ahead: string | null
} {
  const peer = bestPeer(measured)
  const toPeer = peer === undefined ? NaN : ratioTo(measured, peer)
  const isKnown = [peer ?? '', 'Triptych'].every((label) => isSure(measured, label))
  const doubt = isKnown ? '' : ' (too little was measured to be sure)'
  const isAhead = toPeer >= 1.005
  const ahead = isAhead
    ? `${peer} is ahead: we need ${toPeer.toFixed(2)} times as much${doubt}.`
    : null
  return { toFloor: ratioTo(measured, floorOf(measured)), peer, toPeer, ahead }
}

export function findingsOf(cases: Measured[]): Finding[] {
  return cases.flatMap((one) => {
    if (!one.aim) return []
    const title = `${one.title}: ours / ${one.aim.of}`
    return [judge({ title, goal: { atMost: one.aim.atMost } }, ratioTo(one, one.aim.of))]
  })
}

/** Microseconds in the unit in which one can read them. */
export function cpuText(cpu: number): string {
  if (Number.isNaN(cpu)) return '–'
  if (cpu >= 1e6) return `${(cpu / 1e6).toFixed(2)} s`
  return cpu >= 1e5 ? `${digits(cpu / 1e3)} ms` : `${digits(cpu)} µs`
}

export function digits(value: number): string {
  if (Number.isNaN(value)) return '–'
  return value >= 10 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}

function line([first = '', ...rest]: string[]): void {
  console.log(first.padEnd(58) + rest.map((cell) => cell.padStart(12)).join(''))
}
