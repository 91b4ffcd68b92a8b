import type { TID } from '@svar-ui/react-gantt'

/** The id that the widget has written into an attribute: a colon stands before one that is a text. */
export function idOf(element: Element, attribute: string): TID | null {
  const value = element.getAttribute(attribute)
  if (!value) return null
  return value.startsWith(':') ? value.slice(1) : Number(value)
}

/** The bar of a task, if it is drawn. */
export function barOf(root: Element | null, id: TID): Element | null {
  return root?.querySelector(`.wx-bar[data-id="${writtenId(id)}"]`) ?? null
}

/** As the widget writes it, for a selector. */
export function writtenId(id: TID): string {
  return CSS.escape(typeof id === 'string' ? `:${id}` : String(id))
}
