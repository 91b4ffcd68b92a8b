import type { Schedule } from '@triptych/contract/schedule'
import { lagUnits } from '@triptych/contract/schedule'
import type { StoredLink } from '../../../ports/gantt-store.ts'
import { lengthOf } from '../../schedule/lengths.ts'
import { isSameJson } from '../gantt-value.ts'
import { formatOf, unitOf } from './duration-text.ts'
import { badElement, elementList, joined, withElements } from './element-list.ts'
import type { ElementList } from './element-list.ts'
import { linkOrder } from './element-order.ts'
import type { LinkSaid } from './imported-plan.ts'

/** In the order in which the format numbers them. */
const types = ['e2e', 'e2s', 's2e', 's2s']

/** What the element of a link says, but for its ends. Lags are in tenths of a minute there, as ticks are. */
export function readLink(list: ElementList, schedule: Schedule): LinkSaid {
  const type = types[list.integer('Type') ?? 1]
  if (type === undefined) throw badElement(null, 'Type')
  const ticks = list.number('LinkLag') ?? 0
  if (ticks === 0) return { type, lag: null, fields: {} }
  const unit = unitOf(list.integer('LagFormat'))
  const one = lengthOf(1, unit, schedule)?.ticks ?? 1
  return { type, lag: ticks / one, fields: { lagUnit: unit } }
}

export function writeLink(
  link: StoredLink,
  kept: string | null,
  source: number,
  schedule: Schedule,
): string {
  const list = elementList(kept ?? '')
  const before = kept === null ? null : readLink(list, schedule)
  const isSame =
    before !== null &&
    before.type === link.type &&
    before.lag === link.lag &&
    isSameJson(before.fields['lagUnit'] ?? null, link.fields['lagUnit'] ?? null)
  const unit = lagUnits.find((one) => one === link.fields['lagUnit']) ?? 'd'
  const lag = link.lag ?? 0
  const written = {
    PredecessorUID: source,
    ...(!isSame && {
      Type: types.indexOf(link.type),
      LinkLag: lengthOf(lag, unit, schedule)?.ticks ?? Math.round(lag),
      LagFormat: formatOf(unit),
    }),
    ...(kept === null && { CrossProject: 0 }),
  }
  return joined('PredecessorLink', withElements(list.all, written, linkOrder))
}
