import type { TID } from '@svar-ui/react-gantt'

/** The id that the widget has written into an attribute: a colon stands before one that is a text. */
export function idOf(element: Element, attribute: string): TID | null {
  const value = element.getAttribute(attribute)
  if (!value) return null
  return value.startsWith(':') ? value.slice(1) : Number(value)
}

/** The bar of a task, if it is drawn. */
export function barOf(root: Element | null, id: TID): Element | null {
  const value = typeof id === 'string' ? `:${id}` : String(id)
  return root?.querySelector(`.wx-bar[data-id="${CSS.escape(value)}"]`) ?? null
}
