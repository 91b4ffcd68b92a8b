import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { itemsIn, moveFocus } from '../menu-keys.ts'

export interface FloatItem {
  label: string
  /** Drawn in place of the label. */
  look?: ReactNode
  icon?: string
  isDisabled?: boolean
  isDangerous?: boolean
  /** Of one of several that exclude each other. */
  isChosen?: boolean
  run: () => void
}

/** Where it opens: below a thing, or at a point. */
export interface Anchor {
  left: number
  top: number
  bottom: number
}

interface FloatMenuProps {
  label: string
  anchor: Anchor
  /** In groups, with a line between them. */
  groups: readonly (readonly FloatItem[])[]
  onClose: () => void
}

/** A list of things to do with what was clicked. */
export function FloatMenu({ label, anchor, groups, onClose }: FloatMenuProps) {
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = list.current!
    element.showPopover()
    const { style, offsetWidth, offsetHeight } = element
    const isBelow = anchor.bottom + offsetHeight + 8 <= innerHeight
    const top = isBelow ? anchor.bottom : Math.max(8, anchor.top - offsetHeight)
    style.top = `${Math.min(top, innerHeight - offsetHeight - 8)}px`
    style.left = `${Math.max(8, Math.min(anchor.left, innerWidth - offsetWidth - 8))}px`
    itemsIn(element)[0]?.focus()
  }, [])

  return (
    <div
      ref={list}
      className="tables-menu"
      role="menu"
      aria-label={label}
      popover="auto"
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onKeyDown={moveFocus}
      onContextMenu={(event) => event.preventDefault()}
    >
      {groups
        .filter((group) => group.length > 0)
        .map((group, index) => (
          <div key={group[0]!.label} role="group" className={index > 0 ? 'lined' : undefined}>
            {group.map((item) => (
              <button
                key={item.label}
                type="button"
                role={item.isChosen === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={item.isChosen}
                className={item.isDangerous ? 'danger' : undefined}
                disabled={item.isDisabled}
                onClick={() => {
                  // First, so that the focus is back where a dialog finds it.
                  list.current?.hidePopover()
                  item.run()
                }}
              >
                {item.icon && <Icon svg={item.icon} />}
                {item.look ?? item.label}
              </button>
            ))}
          </div>
        ))}
    </div>
  )
}
