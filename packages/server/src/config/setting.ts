import type { Option } from './options.ts'

export interface Setting<T> extends Option<T> {
  variable: `TRIPTYCH_${string}`
  /** `null` where the config file cannot say it. */
  fileKey: string | null
  /** How the options of `createTriptych` call it; `null` where they cannot say it. */
  option: string | null
  default: T
}

export function setting<T>(row: Setting<T>): Setting<T> {
  return row
}
