import type { KeyboardEvent, RefObject } from 'react'
import { useAttributes } from '../../use-attributes.ts'
import type { Additions, Attributes } from '../../use-attributes.ts'
import { t } from '../../words/words.ts'

const button = (name: string): Attributes => ({
  role: 'button',
  tabindex: '0',
  'aria-label': name,
  title: name,
})
const named = (name: string): Attributes => ({ 'aria-label': name, title: name })

/** What the widget does not say to those who do not see it, or have no mouse. `null` takes away. */
const additions: Additions = {
  '.wx-modes button:nth-child(1)': named(t('Table')),
  '.wx-modes button:nth-child(2)': named(t('Cards')),
  '.wx-modes button:nth-child(3)': named(t('Two panels')),
  '.wx-preview-icon button': named(t('Details')),
  '.wx-search-input input': { 'aria-label': t('Search') },
  '.wx-drive progress': { 'aria-label': t('Used space') },
  'input[type="file"].wx-input': { 'aria-label': t('Files to upload') },
  '.wx-refresh-icon i': button(t('Load again')),
  '.wx-sidebar-icon i': button(t('Folders')),
  '.wx-back-icon i': button(t('Back')),
  '.wx-search-input i.wxi-close': button(t('Clear the search')),
  '.wx-icons i.wxi-download': button(t('Download')),
  '.wx-icons i.wxi-close': button(t('Close')),
  '.wx-breadcrumbs .wx-item': { role: 'button', tabindex: '0' },
  '.wx-more': button(t('Actions')),
  '.wx-modal input': { 'aria-label': t('Name') },
  '.wx-tree ul': { role: 'tree', 'aria-label': t('Folders') },
  '.wx-tree li': { role: 'treeitem', tabindex: '0', 'aria-selected': 'false' },
  '.wx-tree li.wx-selected': { 'aria-selected': 'true' },
  '.wx-cards': { role: 'group', 'aria-label': t('Files') },
  '.wx-grip[role="presentation"]': { 'aria-label': null },
  '[aria-rowindex="0"]': { 'aria-rowindex': null },
  '[role="row"][aria-expanded]': { 'aria-expanded': null },
}

export function useNames(frame: RefObject<HTMLElement | null>): void {
  useAttributes(frame, additions)
}

/** What has become a button or an item of the tree works by keyboard, too. */
export function pressByKey(event: KeyboardEvent): void {
  const part = event.target as HTMLElement
  if ((event.key !== 'Enter' && event.key !== ' ') || part instanceof HTMLButtonElement) return
  if (!part.matches('[role="button"], [role="treeitem"]')) return
  event.preventDefault()
  event.stopPropagation()
  part.click()
}
