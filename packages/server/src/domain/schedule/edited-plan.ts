import type { Dates } from './dates.ts'
import { emptyDates } from './dates.ts'
import type { Unused } from './edit-network.ts'
import { withRoom } from './edit-network.ts'
import { lastFinish } from './forward-pass.ts'
import type { Network } from './network.ts'
import { absent, alap, closes, compileNetwork, manual } from './network.ts'
import type { Plan, PlanLink, PlanResource, PlanTask } from './plan.ts'
import type { Scheduled } from './schedule-plan.ts'
import { firstStart } from './schedule-plan.ts'
import type { Stage } from './stage.ts'
import { addChildren, mark, newStage, runStage } from './stage.ts'
import { isShare } from './task-time.ts'

/**
 * A plan that is edited and always scheduled: after an edit only what it moves is looked at. Whatever
 * is asked of it is what a pass over the whole plan would give.
 */
export interface EditedPlan {
  net: Network
  plan: Plan & { tasks: PlanTask[]; links: PlanLink[]; resources: PlanResource[] }
  unused: Unused
  /** How many tasks are as late as possible. */
  late: number
  /** Whether what ended last may do so no more. */
  isEndOpen: boolean
  forward: Stage
  /** Run when late dates are asked for, or where others depend on them. */
  backward: Stage
  /** Where something is as late as possible: early dates once more, and where everything stands. */
  again: Stage | null
  stand: Stage | null
  /** In a plan made from its finish: the passes by which it is known when it has to start. */
  draft: { forward: Stage; backward: Stage } | null
}

/** A plan in which tasks wait for each other cannot be edited: `null`. */
export function editedPlan(given: Plan): EditedPlan | null {
  const plan = {
    ...given,
    tasks: [...given.tasks],
    links: [...given.links],
    resources: [...given.resources],
  }
  const net = compileNetwork(plan)
  if (net.circles.length > 0) return null
  const dates = emptyDates(net.count)
  dates.projectStart = plan.start
  return {
    net,
    plan,
    unused: { places: [], edges: [] },
    late: plan.tasks.filter(({ constraint }) => constraint === 'alap').length,
    isEndOpen: true,
    forward: newStage('forward', dates),
    backward: newStage('backward', dates),
    again: null,
    stand: null,
    draft: null,
  }
}

/** Where everything stands. Late dates are not asked for, and not looked at without need. */
export function standingDates(edited: EditedPlan): Scheduled {
  settleEarly(edited)
  if (edited.late > 0) return allDates(edited)
  return { net: edited.net, dates: edited.forward.dates }
}

/** Where everything stands, and how late it may be. */
export function allDates(edited: EditedPlan): Scheduled {
  const { net, forward, backward } = edited
  settleEarly(edited)
  if (edited.late === 0) {
    edited.again = null
    edited.stand = null
    runStage(net, backward, () => {})
    return { net, dates: forward.dates }
  }
  const { again, stand } = lateStages(edited)
  const isWhole = runStage(net, backward, (place, start, finish) => {
    const { dates } = backward
    if (dates.lateStart[place] === start && dates.lateFinish[place] === finish) return
    if (!(net.flags[place]! & alap)) return
    for (let k = net.outFirst[place]!; k >= 0; k = net.outNext[k]!) mark(again, net.to[k]!)
    mark(again, net.parentClose[place]!)
    mark(stand, place)
  })
  if (isWhole) again.isWhole = true
  again.dates.projectStart = forward.dates.projectStart
  again.dates.projectFinish = forward.dates.projectFinish
  const isAllAgain = runStage(net, again, (place) => mark(stand, place))
  if (isAllAgain) stand.isWhole = true
  runStage(net, stand, () => {})
  return { net, dates: stand.dates }
}

function lateStages(edited: EditedPlan): { again: Stage; stand: Stage } {
  if (!edited.again || !edited.stand) {
    const { floor, finishFloor, start, finish, earlyStart, earlyFinish } = emptyDates(
      edited.net.kind.length,
    )
    const { dates } = edited.forward
    const early = { floor, finishFloor, earlyStart, earlyFinish }
    const again = { ...dates, ...early, start: start.slice(), finish: finish.slice() }
    edited.again = newStage('again', again)
    edited.stand = newStage('stand', again)
  }
  return { again: edited.again, stand: edited.stand }
}

/** Early dates, and when the project starts and ends. */
function settleEarly(edited: EditedPlan): void {
  const { net, plan, forward, backward } = edited
  const { dates } = forward
  if (plan.from === 'finish' && plan.finish !== null) {
    const start = startFromFinish(edited, plan.finish)
    if (start !== dates.projectStart || plan.finish !== dates.projectFinish) {
      dates.projectStart = start
      dates.projectFinish = plan.finish
      markWhole(edited)
    }
    runForward(edited, forward, backward)
    return
  }
  edited.draft = null
  const before = dates.projectFinish
  if (dates.projectStart !== plan.start) {
    dates.projectStart = plan.start
    markWhole(edited)
  }
  if (before === dates.projectStart) edited.isEndOpen = true
  runForward(edited, forward, backward)
  if (edited.isEndOpen) dates.projectFinish = lastFinish(net, dates)
  edited.isEndOpen = false
  if (dates.projectFinish !== before) backward.isWhole = true
}

/** Where a plan has to start follows from where it has to end. */
function startFromFinish(edited: EditedPlan, finish: number): number {
  const { net, plan } = edited
  if (!edited.draft) {
    const dates = emptyDates(net.kind.length)
    const stages = { forward: newStage('forward', dates), backward: newStage('backward', dates) }
    edited.draft = stages
  }
  const { forward, backward } = edited.draft
  const { dates } = forward
  if (dates.projectStart !== plan.start) forward.isWhole = true
  if (dates.projectFinish !== finish) backward.isWhole = true
  dates.projectStart = plan.start
  dates.projectFinish = finish
  runForward(edited, forward, backward)
  runStage(net, backward, () => {})
  return firstStart(net, dates)
}

/** Marks what late dates have to do with early ones, which is little. */
function runForward(edited: EditedPlan, forward: Stage, backward: Stage): void {
  const { net, plan } = edited
  const { dates } = forward
  const end = dates.projectFinish
  const isWhole = runStage(net, forward, (place, start, finish) => {
    const flags = net.flags[place]!
    const now = dates.earlyFinish[place]!
    const mayEnd = forward === edited.forward && !edited.draft && !(flags & absent)
    if (mayEnd && now > dates.projectFinish) dates.projectFinish = now
    if (start === dates.earlyStart[place] && finish === now) return
    if (finish >= end) edited.isEndOpen = true
    const above = net.parentClose[place]!
    const isFirst = above >= 0 && dates.startCeiling[above] !== Infinity
    if (plan.severalPaths || isFirst || flags & manual) mark(backward, place)
    if (net.kind[place] === closes) {
      if (hasShares(net, place)) mark(backward, place)
      if (dates.startCeiling[place] !== Infinity) {
        addChildren(net, place, (child) => mark(backward, child))
      }
    }
    if (!(flags & manual)) return
    mark(backward, net.placeOf[net.task[place]!]!)
    mark(backward, net.parentOpen[place]!)
  })
  if (!isWhole) return
  backward.isWhole = true
  edited.isEndOpen = true
}

/** Whether others wait for a part of how long it takes: of a summary that follows from its early dates. */
function hasShares(net: Network, place: number): boolean {
  for (let k = net.outFirst[place]!; k >= 0; k = net.outNext[k]!) if (isShare(net, k)) return true
  return false
}

/** Everything is to be looked at again, as when a calendar becomes another. */
export function markWhole({ forward, backward, again, stand, draft }: EditedPlan): void {
  for (const stage of [forward, backward, again, stand, draft?.forward, draft?.backward]) {
    if (stage) stage.isWhole = true
  }
}

/** A task is not what it was, or has others above, below or beside it. */
export function touchTask(edited: EditedPlan, task: number): void {
  const { net, forward, stand } = edited
  const { dates } = forward
  const place = net.placeOf[task]!
  const close = net.closeOf[task]!
  const end = close >= 0 ? close : place
  for (const one of [place, end]) {
    if (dates.earlyFinish[one]! >= dates.projectFinish) edited.isEndOpen = true
  }
  for (const stage of forwardStages(edited)) {
    mark(stage, place)
    mark(stage, close)
    mark(stage, net.parentClose[place]!)
    for (let k = net.outFirst[end]!; k >= 0; k = net.outNext[k]!) mark(stage, net.to[k]!)
  }
  for (const stage of backwardStages(edited)) {
    mark(stage, place)
    mark(stage, close)
    mark(stage, net.parentOpen[place]!)
    for (let k = net.inFirst[place]!; k >= 0; k = net.inNext[k]!) mark(stage, net.from[k]!)
  }
  if (!stand) return
  mark(stand, place)
  mark(stand, close)
  mark(stand, net.parentClose[place]!)
}

/** A link leads, or led, from the end of one task to another. */
export function touchLink(edited: EditedPlan, { from, to }: PlanLink): void {
  const { net } = edited
  const close = net.closeOf[from]!
  for (const stage of forwardStages(edited)) mark(stage, net.placeOf[to]!)
  for (const stage of backwardStages(edited)) mark(stage, close >= 0 ? close : net.placeOf[from]!)
}

function forwardStages({ forward, again, draft }: EditedPlan): Stage[] {
  return [forward, again, draft?.forward].filter((stage) => stage != null)
}

function backwardStages({ backward, draft }: EditedPlan): Stage[] {
  return draft ? [backward, draft.backward] : [backward]
}

/** Room in all dates for as many places as the network has. */
export function fitDates(edited: EditedPlan): void {
  const { net, forward, backward, again, stand, draft } = edited
  const length = net.kind.length
  if (forward.dates.needed.length >= length) return
  // Arrays that several share are still shared afterwards.
  const made = new Map<Float64Array, Float64Array>()
  const seen = new Set<Dates>()
  for (const stage of [forward, backward, again, stand, draft?.forward, draft?.backward]) {
    if (!stage) continue
    stage.isPending = withRoom(stage.isPending, length)
    if (seen.has(stage.dates)) continue
    seen.add(stage.dates)
    const arrays = stage.dates as unknown as Record<string, Float64Array | number>
    for (const [name, array] of Object.entries(arrays)) {
      if (typeof array === 'number') continue
      if (!made.has(array)) {
        made.set(array, new Float64Array(length).fill(NaN, array.length))
        made.get(array)!.set(array)
      }
      arrays[name] = made.get(array)!
    }
  }
}
