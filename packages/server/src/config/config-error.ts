import { inspect } from 'node:util'

/** A setting that cannot be used. The message is one line: the key as it was written, its value, what is allowed. */
export class ConfigError extends Error {
  override name = 'ConfigError'

  constructor(message: string, options?: ErrorOptions) {
    // Keys come from outside and may hold anything; a line break in one would make two lines of it.
    super(message.replaceAll(/[\s\p{Cc}]+/gu, ' '), options)
  }
}

/** A value as it stands in a message: in quotes when it is text, and never longer than fits a line. */
export function quote(value: unknown): string {
  const text = inspect(value, { breakLength: Infinity, depth: 1, maxStringLength: 80 })
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
