import type { ViewName } from '../address.ts'
import { t } from '../words/words.ts'

export interface Key {
  /** Each way to press it: `Ctrl+Z`. On a Mac, Ctrl is shown as ⌘. */
  keys: readonly string[]
  does: string
}

export interface KeyGroup {
  title: string
  /** Where they work; everywhere without it. */
  view?: ViewName
  keys: readonly Key[]
}

/** All keys of the page, in one place: whoever gives a view a new one writes it down here. */
export const keyGroups: readonly KeyGroup[] = [
  {
    title: t('Everywhere'),
    keys: [
      { keys: ['Ctrl+K'], does: t('Search everything') },
      { keys: ['Ctrl+Z'], does: t('Undo') },
      { keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], does: t('Redo') },
      { keys: ['?'], does: t('Show these keys') },
      { keys: ['Esc'], does: t('Close a dialog, a menu or a panel') },
      { keys: ['Tab', 'Shift+Tab'], does: t('Go to the next or the previous control') },
    ],
  },
  {
    title: t('Files'),
    view: 'files',
    keys: [
      { keys: ['Enter'], does: t('Open the folder or file') },
      { keys: ['Home', 'End'], does: t('Go to the first or the last; letters go to a name') },
      { keys: ['Shift+↑', 'Shift+↓'], does: t('Select several; Home and End do, too') },
      { keys: ['Alt+↑', 'Backspace'], does: t('One folder up') },
      { keys: ['F2'], does: t('Rename') },
      { keys: ['Ctrl+A'], does: t('Select all') },
      {
        keys: ['Space'],
        does: t('Check or uncheck the box with the focus; arrows go to the next'),
      },
      { keys: ['Ctrl+C'], does: t('Copy') },
      { keys: ['Ctrl+X'], does: t('Cut') },
      { keys: ['Ctrl+V'], does: t('Paste, also files from elsewhere') },
      { keys: ['Ctrl+F'], does: t('Search files') },
      { keys: ['Ctrl+D'], does: t('Download') },
      { keys: ['Ctrl+Shift+L'], does: t('Share') },
      { keys: ['Delete'], does: t('Move to the trash') },
    ],
  },
  {
    title: t('Gantt'),
    view: 'gantt',
    keys: [
      { keys: ['↑', '↓'], does: t('Select the task above or below') },
      { keys: ['Shift+↑', 'Shift+↓'], does: t('Select several tasks') },
      { keys: ['Ctrl+A'], does: t('Select all tasks') },
      { keys: ['Page Up', 'Page Down'], does: t('Go up or down by a page') },
      { keys: ['Ctrl+Home', 'Ctrl+End'], does: t('Go to the first or the last task') },
      { keys: ['←', '→'], does: t('Go to the next cell of the grid') },
      { keys: ['Enter', 'F2'], does: t('Edit the cell; typing does, too') },
      { keys: ['Tab'], does: t('Save the cell, and edit the next one') },
      { keys: ['Insert'], does: t('Add a task below; Enter then adds the next') },
      { keys: ['Space'], does: t('Fold or unfold the task') },
      { keys: ['Alt+Shift+→', 'Alt+Shift+←'], does: t('Put the task below another, or back') },
      { keys: ['Alt+Shift+↑', 'Alt+Shift+↓'], does: t('Move the task up or down') },
      { keys: ['Ctrl+F2', 'Ctrl+Shift+F2'], does: t('Link the selected tasks, or unlink them') },
      { keys: ['Ctrl+C'], does: t('Copy the tasks, also for a spreadsheet') },
      { keys: ['Ctrl+X'], does: t('Cut the tasks') },
      { keys: ['Ctrl+V'], does: t('Paste tasks, or lines of text as tasks') },
      { keys: ['Delete', 'Backspace'], does: t('Delete the selected tasks or link') },
      { keys: ['Ctrl+F'], does: t('Search tasks') },
      { keys: ['Ctrl+P'], does: t('Print the plan') },
    ],
  },
  {
    title: t('Tables'),
    view: 'tables',
    keys: [
      {
        keys: ['↑', '↓', '←', '→'],
        does: t('Go to the next cell, fold or unfold a group; with Shift, a range or all groups'),
      },
      { keys: ['Tab', 'Shift+Tab'], does: t('Go right or left; after Esc, leave the table') },
      { keys: ['Home', 'End'], does: t('Go to the first or the last column; with Ctrl, row') },
      { keys: ['Ctrl+↑', 'Ctrl+↓'], does: t('Go to the first or the last row') },
      { keys: ['Page Up', 'Page Down'], does: t('Go up or down by a page') },
      {
        keys: ['Enter', 'F2'],
        does: t('Edit the cell; Enter saves it and goes down, after Tab to the next row'),
      },
      { keys: ['Shift+Enter'], does: t('Begin a new line in the cell') },
      { keys: ['Insert'], does: t('Add a row below; Tab in the last cell does, too') },
      { keys: ['Ctrl+Enter'], does: t('Enter what was typed in all selected cells') },
      { keys: ['Space'], does: t('Tick or untick') },
      { keys: ['Ctrl+;', 'Ctrl+.'], does: t('Enter today, or now, in a cell for dates') },
      { keys: ['Alt+Enter'], does: t('Open the row or file that the cell names; Esc comes back') },
      { keys: ['Alt+↓'], does: t('Choose a file for the cell') },
      { keys: ['Esc'], does: t('Leave the cell as it was') },
      { keys: ['Delete', 'Backspace'], does: t('Clear the selected cells') },
      { keys: ['Ctrl+C'], does: t('Copy the cells, also for a spreadsheet') },
      { keys: ['Ctrl+X'], does: t('Cut the cells') },
      { keys: ['Ctrl+V'], does: t('Paste cells, also of a spreadsheet') },
      { keys: ['Ctrl+D'], does: t('Fill the range with its first row') },
      { keys: ['Shift+Space', 'Ctrl+Space'], does: t('Select whole rows or whole columns') },
      { keys: ['Ctrl+A'], does: t('Select all cells') },
      { keys: ['Ctrl+F'], does: t('Search in all text columns') },
      { keys: ['Ctrl+H'], does: t('Find and replace') },
    ],
  },
]

/** What works in the view that is shown comes first. */
export function groupsFor(view: ViewName): KeyGroup[] {
  const isHere = (group: KeyGroup) => group.view === view
  const everywhere = keyGroups.filter((group) => group.view === undefined)
  const others = keyGroups.filter((group) => group.view !== undefined && !isHere(group))
  return [...keyGroups.filter(isHere), ...everywhere, ...others]
}

/** The parts of a key as they stand on a keyboard: `['⌘', 'Z']`. */
export function partsOf(key: string, isMac: boolean): string[] {
  return key.split('+').map((part) => (isMac && onMac[part]) || (names[part] ?? part))
}

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A key in a menu, as it stands on this keyboard: `Strg+C`, `⌘C`. */
export function keyText(key: string): string {
  return partsOf(key, isMac).join(isMac ? '' : '+')
}

/** As they stand on a keyboard of the language. */
const names: Record<string, string> = {
  Ctrl: t('Ctrl'),
  Shift: t('Shift'),
  Enter: t('Enter'),
  Space: t('Space'),
  Delete: t('Delete [[key]]'),
  Backspace: t('Backspace'),
  Insert: t('Insert [[key]]'),
  Home: t('Home [[key]]'),
  End: t('End [[key]]'),
  'Page Up': t('Page Up'),
  'Page Down': t('Page Down'),
}

const onMac: Record<string, string> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' }
