const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export function when(instant: string): string {
  return format.format(new Date(instant))
}
