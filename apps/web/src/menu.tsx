import { Fragment, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from './icon.tsx'
import { moveFocus } from './menu-keys.ts'

interface Entry {
  label: string
  icon?: string
  /** One of several, and the one that is shown. */
  isCurrent?: boolean
  /** There is a line above it. */
  beginsGroup?: boolean
}

export type MenuItem =
  | (Entry & { isDangerous?: boolean; run: () => void })
  | (Entry & {
      href: string
      /** Something to look at, not a file. */
      isPage?: boolean
    })

interface MenuProps {
  label: string
  className?: string
  children: ReactNode
  /** What stands above the things to do. */
  head?: ReactNode
  items: readonly MenuItem[]
}

/** A button with a list of things to do. */
export function Menu({ label, className = 'button', children, head, items }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** Only then are there things to do: a page has many menus, and whoever looks for a text finds what is shown. */
  const [isOpen, setIsOpen] = useState(false)

  function toggle(isOpening: boolean): void {
    if (!isOpening) return setIsOpen(false)
    const { current } = list
    const first =
      current!.querySelector<HTMLElement>('[role=menuitem][aria-current]') ??
      current!.querySelector<HTMLElement>('[role=menuitem]')
    first?.focus()
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    // The keyboard goes on behind the button, and leaves no menu open.
    if (event.key === 'Tab') list.current?.hidePopover()
    else moveFocus(event)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        title={label}
        popoverTarget={id}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        className="tables-menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open') return
          flushSync(() => setIsOpen(true))
          placeBelow(button.current!, list.current!)
        }}
        onToggle={({ newState }) => toggle(newState === 'open')}
        onKeyDown={press}
        onClick={() => list.current?.hidePopover()}
      >
        {isOpen && head}
        {isOpen &&
          items.map((item, index) => (
            <Fragment key={index}>
              {item.beginsGroup && <hr />}
              <Item item={item} />
            </Fragment>
          ))}
      </div>
    </>
  )
}

/**
 * Above it where there is no room below, and always within the window. For `onBeforeToggle`: the event that follows when
 * a panel is shown comes a moment later, and what moves then moves away below the mouse.
 */
export function placeBelow(button: HTMLElement, panel: HTMLElement): void {
  const { top, bottom, left } = button.getBoundingClientRect()
  const { style } = panel
  // What is not shown yet has no size.
  style.display = 'block'
  const { offsetWidth, offsetHeight } = panel
  style.display = ''
  const hasRoom = bottom + 4 + offsetHeight <= innerHeight
  style.top = `${hasRoom ? bottom + 4 : Math.max(8, top - 4 - offsetHeight)}px`
  style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
}

function Item({ item }: { item: MenuItem }) {
  const content = (
    <>
      {item.icon && <Icon svg={item.icon} />}
      {item.label}
    </>
  )
  const current = item.isCurrent ? 'true' : undefined
  if ('href' in item) {
    const download = item.isPage ? undefined : ''
    return (
      <a role="menuitem" href={item.href} download={download} aria-current={current}>
        {content}
      </a>
    )
  }
  const className = item.isDangerous ? 'danger' : undefined
  return (
    <button
      type="button"
      role="menuitem"
      className={className}
      aria-current={current}
      onClick={item.run}
    >
      {content}
    </button>
  )
}
