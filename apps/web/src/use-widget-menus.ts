import { useEffect } from 'react'

/**
 * The menus of the widgets know only the mouse. Here they get what every menu has: a role, the focus when they are
 * opened by a key, arrows, Enter, Escape, and the focus back where it was when they close.
 */
export function useWidgetMenus(): void {
  useEffect(() => {
    let opener: HTMLElement | null = null
    let isOpen = false
    let isByKey = false

    function look(): void {
      const menus = [...document.querySelectorAll<HTMLElement>('.wx-menu')]
      for (const menu of menus) describe(menu)
      if (menus.length > 0 && !isOpen) {
        opener = document.activeElement as HTMLElement | null
        if (isByKey) optionsOf(menus[0]!)[0]?.focus()
      }
      if (menus.length === 0 && isOpen && document.activeElement === document.body) opener?.focus()
      isOpen = menus.length > 0
    }

    function press(event: KeyboardEvent): void {
      isByKey = true
      const menu = [...document.querySelectorAll<HTMLElement>('.wx-menu')].at(-1)
      if (!menu) return
      if (event.key === 'Escape') clickElsewhere()
      else if (!moves(menu, event.key)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }

    const point = () => {
      isByKey = false
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true })
    // Before the keys of the views, which would act behind the menu.
    addEventListener('keydown', press, { capture: true })
    addEventListener('pointerdown', point, { capture: true })
    return () => {
      observer.disconnect()
      removeEventListener('keydown', press, { capture: true })
      removeEventListener('pointerdown', point, { capture: true })
    }
  }, [])
}

/** The widgets close their menus by a click anywhere else. */
function clickElsewhere(): void {
  for (const type of ['mousedown', 'click']) {
    document.body.dispatchEvent(new MouseEvent(type, { bubbles: true }))
  }
}

function describe(menu: HTMLElement): void {
  if (menu.getAttribute('role') !== 'menu') menu.setAttribute('role', 'menu')
  for (const option of menu.querySelectorAll('.wx-option:not([role])')) {
    option.setAttribute('role', 'menuitem')
    option.setAttribute('tabindex', '-1')
  }
}

const optionsOf = (menu: HTMLElement) => [
  ...menu.querySelectorAll<HTMLElement>(':scope > .wx-option:not(.wx-disabled)'),
]

/** Answers whether the key is one of the menu. */
function moves(menu: HTMLElement, key: string): boolean {
  const options = optionsOf(menu)
  const index = options.indexOf(document.activeElement as HTMLElement)
  const places: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index < 0 ? -1 : index - 1,
    Home: 0,
    End: -1,
  }
  if (key in places) {
    options.at(places[key]! % options.length)?.focus()
    return true
  }
  if (key !== 'Enter' && key !== ' ') return false
  options[index]?.click()
  return true
}
