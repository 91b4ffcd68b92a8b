import type { ChildElement } from '../../../codecs/xml/xml-text.ts'
import type { Fields, StoredAssignment, StoredResource } from '../../../ports/gantt-store.ts'
import { isSameJson } from '../gantt-value.ts'
import { durationText } from './duration-text.ts'
import { elementList, joined, withElements } from './element-list.ts'
import type { ElementList, Written } from './element-list.ts'
import { assignmentOrder, resourceOrder } from './element-order.ts'

/** In the order in which the format numbers them. */
const kinds = ['material', 'work', 'cost']

export function readResource(
  list: ElementList,
  calendarOf: (uid: number | null) => number | null,
): Fields {
  const units = list.number('MaxUnits')
  const said: Fields = {
    name: (list.text('Name') ?? '').slice(0, 1000),
    uid: list.uid,
    type: list.flag('IsCostResource') ? 'cost' : (kinds[list.integer('Type') ?? 1] ?? 'work'),
    maxUnits: units === null || units === 1 ? null : units * 100,
    calendar: calendarOf(list.integer('CalendarUID')),
    initials: list.text('Initials'),
    group: list.text('Group'),
    email: list.text('EmailAddress'),
    details: list.text('Notes'),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}

export function writeResource(
  { fields }: StoredResource,
  kept: string | null,
  { uid, row }: { uid: number; row: number },
  calendars: {
    calendarOf: (uid: number | null) => number | null
    uidOf: (calendar: unknown) => number
  },
): string {
  const list = elementList(kept ?? '')
  const before = kept === null ? null : readResource(list, calendars.calendarOf)
  const written: Written = { UID: uid, ID: row, ...(kept === null && { IsNull: false }) }
  const texts = { name: 'Name', initials: 'Initials', group: 'Group', email: 'EmailAddress' }
  for (const [field, element] of Object.entries({ ...texts, details: 'Notes' })) {
    if (!before || !isSaid(before, fields, field)) written[element] = textOf(fields[field])
  }
  if (!before || !isSaid(before, fields, 'type')) {
    const kind = kinds.indexOf(String(fields['type']))
    Object.assign(written, { Type: kind < 0 ? 1 : kind, IsCostResource: kind === 2 || null })
  }
  if (!before || !isSaid(before, fields, 'maxUnits')) {
    const { maxUnits } = fields
    written['MaxUnits'] = typeof maxUnits === 'number' ? maxUnits / 100 : 1
  }
  if (!before || !isSaid(before, fields, 'calendar')) {
    written['CalendarUID'] = calendars.uidOf(fields['calendar'])
  }
  return joined('Resource', withElements(list.all, written, resourceOrder))
}

function isSaid(before: Fields, now: Fields, name: string): boolean {
  return isSameJson(before[name] ?? null, now[name] ?? null)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export type AssignmentSaid = Pick<StoredAssignment, 'units' | 'fields'>

/** A plan takes at most so many percent. */
const mostUnits = 1000

export function readAssignment(list: ElementList): AssignmentSaid {
  const units = (list.number('Units') ?? 1) * 100
  const work = list.minutes('Work')
  return {
    units: Math.min(Math.max(units, 0), mostUnits),
    fields: { uid: list.uid, ...(work !== null && { work }) },
  }
}

/** `worked`: what it says of the days on which it is worked, by what there was of it. */
export function writeAssignment(
  { units, fields }: AssignmentSaid,
  kept: string | null,
  ends: { uid: number; task: number; resource: number | null },
  worked: (children: ChildElement[], uid: number, units: number) => ChildElement[] = asItIs,
): string {
  const list = elementList(kept ?? '')
  const before = kept === null ? null : readAssignment(list)
  const { work } = fields
  const written: Written = {
    UID: ends.uid,
    TaskUID: ends.task,
    ...(ends.resource !== null && { ResourceUID: ends.resource }),
    ...(before?.units !== units && { Units: units / 100 }),
    ...(typeof work === 'number' &&
      before?.fields['work'] !== work && { Work: durationText(work) }),
  }
  const children = withElements(list.all, written, assignmentOrder)
  return joined('Assignment', worked(children, ends.uid, units))
}

function asItIs(children: ChildElement[]): ChildElement[] {
  return children
}
