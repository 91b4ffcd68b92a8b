import { t } from './words/words.ts'
import type { ViewProps } from './view.ts'

/** Puts a link to a place of the page into the clipboard, and says so. */
export async function copyLink(address: string, tell: ViewProps['tell']): Promise<void> {
  const isDone = await copyText(new URL(address, location.href).href)
  tell(
    isDone
      ? { kind: 'info', text: t('The link is copied.') }
      : { kind: 'error', text: t('The browser does not let the link be copied.') },
  )
}

async function copyText(text: string): Promise<boolean> {
  // Over plain http a browser has no clipboard for pages, but knows the old way.
  if (!navigator.clipboard) return copyMarked(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyMarked(text),
  )
}

function copyMarked(text: string): boolean {
  const before = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position: fixed; opacity: 0'
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  before?.focus({ preventScroll: true })
  return isDone
}
