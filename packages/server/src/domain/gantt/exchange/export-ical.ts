import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { icalLine, icalText } from '../../../codecs/ical/ical-line.ts'
import type { Context } from '../../../context.ts'
import type { StoredTask } from '../../../ports/gantt-store.ts'
import { dateOfEnd } from './cell-texts.ts'
import { atOnce, endOf } from './exported-plan.ts'
import type { ExportedPlan } from './exported-plan.ts'

/** The plan as a calendar (RFC 5545): an event for each task, and for summaries where they are asked for. */
export async function* icalPieces(
  ctx: Context,
  plan: ExportedPlan,
  withSummaries: boolean,
): AsyncGenerator<Uint8Array> {
  const { tasks, places } = plan
  const ofPlan = uidOfPlan(ctx)
  const stamp = compact(ctx.now().toISOString().slice(0, 19))
  yield Buffer.from(
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Triptych//Plan//EN\r\nCALSCALE:GREGORIAN\r\n',
  )
  for (let from = 0; from < tasks.length; from += atOnce) {
    let text = ''
    for (const [at, task] of tasks.slice(from, from + atOnce).entries()) {
      const isSummary = task.type === 'summary' || places[from + at]!.isParent
      if ((isSummary && !withSummaries) || task.fields['unscheduled'] === true) continue
      text += eventOf(task, plan, { uid: `${task.id}-${ofPlan}`, stamp: `${stamp}Z` })
    }
    yield Buffer.from(text)
    await nextTurn()
  }
  yield Buffer.from('END:VCALENDAR\r\n')
}

/** The same event each time, so that a calendar takes it once; and none that another plan has. */
function uidOfPlan({ workspace }: Context): string {
  const { secret } = workspace.database
  return `${createHmac('sha256', secret).update('calendar').digest('hex').slice(0, 32)}@triptych`
}

function eventOf(
  task: StoredTask,
  { schedule, dayEnds }: ExportedPlan,
  { uid, stamp }: { uid: string; stamp: string },
): string {
  const { text, fields } = task
  const isDayEnd = dayEnds.has(task.id)
  const start = isDayEnd ? dayBefore(task.start) : task.start
  const end = isDayEnd ? start : endOf(task, schedule)
  const { details } = fields
  // By the day where it begins and ends with one. Times have no zone, as those of a plan have none.
  const isDays = isMidnight(start) && isMidnight(end)
  const date = (name: string, at: string) =>
    isDays ? icalLine(`${name};VALUE=DATE`, compact(at).slice(0, 8)) : icalLine(name, compact(at))
  return [
    'BEGIN:VEVENT\r\n',
    icalLine('UID', uid),
    icalLine('DTSTAMP', stamp),
    date('DTSTART', start),
    end > start ? date('DTEND', end) : '',
    icalLine('SUMMARY', icalText(text)),
    typeof details === 'string' && details !== '' ? icalLine('DESCRIPTION', icalText(details)) : '',
    fields['inactive'] === true ? 'STATUS:CANCELLED\r\n' : '',
    // A task is not an appointment: it leaves its time free.
    'TRANSP:TRANSPARENT\r\n',
    'END:VEVENT\r\n',
  ].join('')
}

function dayBefore(midnight: string): string {
  return `${dateOfEnd(midnight).value}T00:00:00`
}

function isMidnight(date: string): boolean {
  return date.endsWith('T00:00:00')
}

function compact(date: string): string {
  return date.replaceAll(/[-:]/g, '')
}
