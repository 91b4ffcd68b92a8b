import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { showBelow } from './below-field.ts'
import type { Offer } from './predecessor-offers.ts'
import { t } from '../../words/words.ts'

interface CellOffersProps {
  id: string
  /** The field that it is for, which keeps the keyboard. */
  at: RefObject<HTMLElement | null>
  offers: readonly Offer[]
  /** The one that Enter takes; -1: none. */
  chosen: number
  onTake: (offer: Offer) => void
}

/** The tasks that may be meant, below the cell. */
export function CellOffers({ id, at, offers, chosen, onTake }: CellOffersProps) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => showBelow(list.current!, at.current!), [at, offers])

  return (
    <ul
      ref={list}
      id={id}
      className="gantt-cell-offers"
      role="listbox"
      aria-label={t('Tasks')}
      popover="manual"
    >
      {offers.map((offer, index) => (
        <li
          key={offer.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onPointerDown={(event) => {
            event.preventDefault()
            onTake(offer)
          }}
        >
          <span className="number">{offer.number}</span>
          <span className="name">{offer.name}</span>
          <span className="above">{offer.above}</span>
        </li>
      ))}
    </ul>
  )
}
