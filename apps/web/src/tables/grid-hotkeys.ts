import type { IApi } from '@svar-ui/react-grid'

type Hotkeys = Record<string, (event?: KeyboardEvent) => void>

/** On top of the grid's own: Enter edits the cell, Space ticks it. */
export function gridHotkeys(api: () => IApi | null): Hotkeys {
  return {
    enter: (event) => {
      const cell = api()?.getState().focusCell
      if (!cell || isTyping(event)) return
      event?.preventDefault()
      void api()?.exec('open-editor', { id: cell.row, column: cell.column })
    },
    space: (event) => {
      const cell = api()?.getState().focusCell
      const box = isTyping(event) ? null : boxIn(event)
      if (!cell || !box) return
      event?.preventDefault()
      box.click()
    },
  }
}

function isTyping(event?: KeyboardEvent): boolean {
  const target = event?.target
  return target instanceof Element && target.closest('input, textarea, .wx-editor') !== null
}

function boxIn(event?: KeyboardEvent): HTMLInputElement | null {
  const target = event?.target
  return target instanceof Element ? target.querySelector('input[type=checkbox]') : null
}
