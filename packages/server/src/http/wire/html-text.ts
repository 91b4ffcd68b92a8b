/** Names may hold characters that turn the order of what follows. */
export function text(value: string): string {
  return escaped(value.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '\uFFFD'))
}

export function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
