export type Values = Readonly<Record<string, string | number | undefined>>

/** A text with what stands for each `{name}` in it. */
export function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) =>
    name in values ? String(values[name] ?? '') : all,
  )
}
