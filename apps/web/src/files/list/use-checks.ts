import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { closeMenus } from './close-menus.ts'
import { activatePanelOf, panelOf } from './panel-of.ts'
import { nameIn, selectAll } from '../shown.ts'
import { t } from '../../words/words.ts'
import './checks.css'

const lists = '.wx-cards, .wx-list'
const checks = '.entry-check'

/**
 * A box on each entry, so that several are chosen without keys held down. By keyboard the boxes are one stop: arrows go
 * from one to the next and leave what is chosen as it is, the space bar checks.
 */
export function useChecks(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    const root = frame.current
    if (!root || !api) return undefined

    /** How boxes are marked: of a thousand it takes too long to ask them with each key. */
    const marks = new WeakMap<Element, string>()
    const addChecks = () => {
      for (const card of root.querySelectorAll('.wx-cards > .wx-item:not(:has(.entry-check))')) {
        card.append(checkOf(card.getAttribute('data-id')?.slice(1) ?? ''))
      }
      refresh()
    }
    const refresh = () => {
      let isChosen = false
      for (const list of root.querySelectorAll<HTMLElement>(lists)) {
        const { selected = [], _files: files = [] } =
          api.getState().panels?.[panelOf(list, api)] ?? {}
        isChosen ||= selected.length > 0
        const all = files.length > 0 && selected.length >= files.length
        const some = selected.length > 0 ? 'mixed' : 'false'
        const chosen = new Set(selected)
        const boxes = boxesIn(list)
        const stop = boxes.find((box) => box === document.activeElement) ?? boxes[0]
        for (const box of boxes) {
          const id = box.dataset['check'] ?? ''
          const checked = id ? String(chosen.has(id)) : all ? 'true' : some
          const tabIndex = box === stop ? 0 : -1
          const mark = `${checked} ${tabIndex}`
          if (marks.get(box) === mark) continue
          marks.set(box, mark)
          box.ariaChecked = checked
          box.tabIndex = tabIndex
        }
      }
      root.toggleAttribute('data-chosen', isChosen)
    }

    function toggle(box: HTMLElement, range: boolean): void {
      const panel = panelOf(box, api!)
      activatePanelOf(box, api!)
      const id = box.dataset['check']
      if (id)
        void api!.exec('select-file', { id, panel, ...(range ? { range } : { toggle: true }) })
      else if (box.getAttribute('aria-checked') === 'true') {
        void api!.exec('select-file', { panel })
      } else selectAll(api!)
      box.focus({ preventScroll: true })
    }

    /** Before the widget, which would choose this one alone, and open it at the second click. */
    function click(event: MouseEvent): void {
      const box = boxAt(event)
      if (!box) return
      event.stopPropagation()
      closeMenus()
      if (event.type === 'click') toggle(box, event.shiftKey)
    }

    function press(event: KeyboardEvent): void {
      const box = boxAt(event)
      if (!box || event.ctrlKey || event.metaKey || event.altKey) return
      const step = steps[event.key]
      if (step === undefined && event.key !== ' ') return
      event.preventDefault()
      event.stopPropagation()
      if (step === undefined) return toggle(box, event.shiftKey)
      const boxes = boxesIn(box.closest(lists) ?? root!)
      boxes[boxes.indexOf(box) + step]?.focus()
    }

    const capture = { capture: true }
    root.addEventListener('click', click, capture)
    root.addEventListener('dblclick', click, capture)
    root.addEventListener('keydown', press, capture)
    root.addEventListener('focusin', refresh)
    const end = api.getReactiveState().panels?.subscribe(refresh) as unknown as (() => void) | null
    const observer = new MutationObserver(addChecks)
    observer.observe(root, { subtree: true, childList: true })
    addChecks()
    return () => {
      root.removeEventListener('click', click, capture)
      root.removeEventListener('dblclick', click, capture)
      root.removeEventListener('keydown', press, capture)
      root.removeEventListener('focusin', refresh)
      end?.()
      observer.disconnect()
    }
  }, [api, frame])
}

const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

function boxAt({ target }: Event): HTMLElement | null {
  return (target as Element).closest<HTMLElement>(checks)
}

function boxesIn(list: Element): HTMLElement[] {
  return [...list.getElementsByClassName('entry-check')] as HTMLElement[]
}

/** A card has no place for parts of others; the widget leaves one at its end alone. */
function checkOf(id: string): HTMLElement {
  const box = document.createElement('span')
  box.className = 'entry-check'
  box.role = 'checkbox'
  box.ariaLabel = t('Select {name}', { name: nameIn(id) })
  box.dataset['check'] = id
  return box
}
