import type { Message } from './view.ts'

/** What takes so long is told of. */
const longMs = 800

/** Says that something is still being done, once that takes a while: of many rows nothing is seen until all are done. */
export function tellLong(
  tell: (message: Message) => void,
  working: Promise<unknown>,
  text: string,
  onLong: (isLong: boolean) => void = () => {},
): void {
  let isLong = false
  const timer = setTimeout(() => {
    isLong = true
    onLong(true)
    tell({ kind: 'info', text, until: working })
  }, longMs)
  const end = () => {
    clearTimeout(timer)
    if (isLong) onLong(false)
  }
  working.then(end, end)
}
