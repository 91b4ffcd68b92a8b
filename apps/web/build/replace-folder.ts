import { renameSync } from 'node:fs'

/** Of two that build at the same time the later one finds the other's work, and that is as good. */
export function replaceFolder(draft: string, target: string, aside: string): void {
  renameUnless('ENOENT', target, aside)
  renameUnless('ENOTEMPTY', draft, target)
}

function renameUnless(code: string, from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
  }
}
