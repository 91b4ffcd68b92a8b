import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from './icon.tsx'

export type MenuItem =
  | { label: string; icon?: string; isDangerous?: boolean; run: () => void }
  | {
      label: string
      icon?: string
      href: string
      /** Something to look at, not a file. */
      isPage?: boolean
    }

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
    if (isOpening) place()
    else setIsOpen(false)
  }

  function place(): void {
    const { top, bottom, left } = button.current!.getBoundingClientRect()
    const { style, offsetWidth, offsetHeight } = list.current!
    const hasRoom = bottom + 4 + offsetHeight <= innerHeight
    style.top = `${hasRoom ? bottom + 4 : Math.max(8, top - 4 - offsetHeight)}px`
    style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
    list.current!.querySelector<HTMLElement>('[role=menuitem]')?.focus()
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
        onBeforeToggle={({ newState }) => newState === 'open' && flushSync(() => setIsOpen(true))}
        onToggle={({ newState }) => toggle(newState === 'open')}
        onKeyDown={moveFocus}
        onClick={() => list.current?.hidePopover()}
      >
        {isOpen && head}
        {isOpen && items.map((item) => <Item key={item.label} item={item} />)}
      </div>
    </>
  )
}

function Item({ item }: { item: MenuItem }) {
  const content = (
    <>
      {item.icon && <Icon svg={item.icon} />}
      {item.label}
    </>
  )
  if ('href' in item) {
    return (
      <a role="menuitem" href={item.href} download={item.isPage ? undefined : ''}>
        {content}
      </a>
    )
  }
  const className = item.isDangerous ? 'danger' : undefined
  return (
    <button type="button" role="menuitem" className={className} onClick={item.run}>
      {content}
    </button>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const index = items.indexOf(document.activeElement as HTMLElement)
  items[(index + step + items.length) % items.length]?.focus()
}
