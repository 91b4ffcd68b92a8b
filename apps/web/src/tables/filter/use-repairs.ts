import { useEffect } from 'react'
import type { RefObject } from 'react'
import { isWithoutValue } from './choice-rules.ts'
import { t } from '../../words/words.ts'

/** Puts right what a widget draws, whenever it has drawn something. */
export function useRepairs(
  area: RefObject<HTMLElement | null>,
  repair: (area: HTMLElement) => void,
): void {
  useEffect(() => {
    const element = area.current
    if (!element) return undefined
    const observer = new MutationObserver(run)
    function run(): void {
      repair(element!)
      // What was put right is no news.
      observer.takeRecords()
    }
    run()
    const attributeFilter = ['aria-rowindex', 'aria-rowcount']
    observer.observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter,
    })
    return () => observer.disconnect()
  }, [])
}

/** The grid counts the rows it holds, from 0; a screen reader needs their places in the table, from 1. */
export function repairGrid(area: HTMLElement): void {
  const data = area.querySelector<HTMLElement>('.wx-data')
  const rows = [...(data?.children ?? [])]
  const above = Math.round(parseFloat(data?.style.paddingTop ?? '0') / (rowHeight(rows[0]) || 1))
  rows.forEach((row, index) => set(row, 'aria-rowindex', String(above + index + 1)))
  const count = area.dataset['count']
  if (count)
    for (const grid of area.querySelectorAll('[role=grid]')) set(grid, 'aria-rowcount', count)
  for (const cell of area.querySelectorAll('.wx-footer .wx-cell')) set(cell, 'role', 'gridcell')
  for (const grip of area.querySelectorAll('.wx-grip')) grip.removeAttribute('aria-label')
}

/** The menu of a rule is reached by the mouse only, and has no name; so is the word between two. */
export function repairFilter(area: HTMLElement): void {
  for (const word of area.querySelectorAll('.wx-glue')) set(word, 'tabindex', '0')
  for (const icon of area.querySelectorAll('.wx-menu-icon')) {
    set(icon, 'aria-label', t('Change this filter'))
    set(icon, 'tabindex', '0')
  }
}

/** The values in its editor are boxes to tick inside of options to choose, and nothing in it has a name. */
export function repairFilterEditor(area: HTMLElement): void {
  for (const editor of area.querySelectorAll('.wx-filter-editor')) {
    for (const list of editor.querySelectorAll('[role=listbox]')) {
      set(list, 'role', 'group')
      set(list, 'aria-label', t('Values'))
    }
    for (const option of editor.querySelectorAll('[role=group] [role=option]')) {
      option.removeAttribute('role')
      option.removeAttribute('aria-selected')
    }
    for (const input of editor.querySelectorAll('input.wx-input:not([readonly])')) {
      set(input, 'aria-label', t('Value'))
    }
    repairValue(editor)
  }
}

/** Where nothing is compared, there is no value to type, nor any to tick. */
function repairValue(editor: Element): void {
  const operator = editor.querySelector('.wx-cell .wx-label')?.textContent ?? ''
  const hasNone = isWithoutValue(operator)
  const input = editor.querySelector<HTMLInputElement>('.wx-cell:last-child input')
  const isBack = !hasNone && editor.classList.contains('without-value')
  editor.classList.toggle('without-value', hasNone)
  // What stood in its place is no value.
  if (!isBack || input?.value !== 'true') return
  input.setRangeText('', 0, input.value.length)
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

function rowHeight(row: Element | undefined): number {
  return row instanceof HTMLElement ? parseFloat(row.style.height) : 0
}

function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
