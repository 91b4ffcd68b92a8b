import { useEffect, useReducer, useState } from 'react'
import { createPortal } from 'react-dom'
import { colourOf, pictureOf } from '../../picture.ts'
import { boxOf, boxOfCell, geometryOf } from './cell-geometry.ts'
import type { Box, Geometry } from './cell-geometry.ts'
import type { OtherHere } from './cell-people.ts'
import type { CellStore, Mark } from './cell-store.ts'
import { t } from '../../words/words.ts'

interface Props {
  store: CellStore
  others: readonly OtherHere[]
}

/** What is drawn over the cells: what is selected, what was refused, and who else is here. */
export function CellLayer({ store, others }: Props) {
  const body = useBody(store)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => store.subscribe(draw), [store])
  useEffect(() => {
    if (!body) return undefined
    const observer = new ResizeObserver(draw)
    observer.observe(body)
    return () => observer.disconnect()
  }, [body])
  const geometry = body && geometryOf(store)
  if (!geometry) return null
  const told = [...store.state().marks].find(([key]) => isTold(store, key))?.[1].reason
  const layer = createPortal(
    <div className="cell-layer" aria-hidden="true">
      {others.map((other) => (
        <Other key={other.id} {...{ store, geometry, other }} />
      ))}
      {[...store.state().marks].map(([key, mark]) => (
        <Refused key={key} {...{ store, geometry, mark }} isTold={isTold(store, key)} />
      ))}
      <Selection store={store} geometry={geometry} />
    </div>,
    geometry.body,
  )
  return (
    <>
      {layer}
      <div role="alert" className="only-read-out">
        {told}
      </div>
    </>
  )
}

/** The grid makes it a moment later. */
function useBody({ area }: CellStore): HTMLElement | null {
  const [body, setBody] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const look = () => setBody(area.querySelector<HTMLElement>('.wx-body'))
    look()
    const observer = new MutationObserver(() => area.querySelector('.wx-body') && look())
    observer.observe(area, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [area])
  return body
}

function isTold(store: CellStore, key: string): boolean {
  return store.state().told === key || store.markHere()?.[0] === key
}

function Selection({ store, geometry }: { store: CellStore; geometry: Geometry }) {
  const { picked, filling, heading } = store.state()
  const bounds = store.bounds()
  const isEdited = Boolean(store.api.getState().editor)
  if (!picked || !bounds || heading !== null || store.shape().rows === 0) return null
  const range = boxOf(geometry, bounds)
  const cell = boxOfCell(geometry, picked.at)
  const fill = filling && boxOf(geometry, filling)
  const isRange = bounds.top !== bounds.bottom || bounds.left !== bounds.right
  return (
    <>
      {isRange && range && <div className="cell-range" style={placed(range)} />}
      {cell && !isEdited && <div className="cell-frame" style={placed(cell)} />}
      {fill && <div className="cell-filling" style={placed(fill)} />}
      {range && !isEdited && store.now().rights.cells && (
        <div
          className="fill-handle"
          title={t('Drag to fill')}
          style={{ left: range.left + range.width - 5, top: range.top + range.height - 5 }}
        />
      )}
    </>
  )
}

interface RefusedProps {
  store: CellStore
  geometry: Geometry
  mark: Mark
  isTold: boolean
}

function Refused({ store, geometry, mark, isTold: isOpen }: RefusedProps) {
  const cell = store.cellOf(mark.id, mark.column)
  const box = cell && boxOfCell(geometry, cell)
  const { editor } = store.api.getState()
  if (!box || (editor?.id === mark.id && editor.column === mark.column)) return null
  const isBelow = roomAbove(store, geometry, box) < reasonHeight
  return (
    <>
      <div className="cell-refused" style={placed(box)} title={mark.reason}>
        {mark.text}
      </div>
      {isOpen && (
        <div
          className={isBelow ? 'cell-reason below' : 'cell-reason'}
          style={{ left: leftInSight(store, box), top: box.top + (isBelow ? box.height : 0) }}
        >
          {mark.reason}
        </div>
      )}
    </>
  )
}

/** Of a reason in three lines, which are as wide as its style says. */
const reasonHeight = 80
const reasonWidth = 320

/** At its cell, or as far beside it as the edge of the grid wants it. */
function leftInSight({ api, area }: CellStore, { left }: Box): number {
  const seenFrom = api.getState().scrollLeft ?? 0
  const room = Math.min(reasonWidth, window.innerWidth * 0.7) + 16
  return Math.max(seenFrom, Math.min(left, seenFrom + area.clientWidth - room))
}

/** Between a cell and the header, which covers what reaches below it. */
function roomAbove({ area }: CellStore, { body }: Geometry, { top }: Box): number {
  const header = area.querySelector('.wx-header-wrapper')?.getBoundingClientRect().bottom ?? 0
  return body.getBoundingClientRect().top + top - header
}

function Other({
  store,
  geometry,
  other,
}: Omit<Props, 'others'> & { geometry: Geometry; other: OtherHere }) {
  const cell = store.cellOf(other.row, other.column)
  const box = cell && boxOfCell(geometry, cell)
  if (!box) return null
  const { hue } = pictureOf(other.name || other.id)
  return (
    <div className="cell-other" style={{ ...placed(box), '--person': colourOf(hue) } as object}>
      <span>{other.name || t('Guest')}</span>
    </div>
  )
}

function placed({ left, top, width, height }: Box): object {
  return { left, top, width, height }
}
