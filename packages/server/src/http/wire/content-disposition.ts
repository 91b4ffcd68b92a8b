/** RFC 6266: a name every client understands, and beside it the true one wherever they differ. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const printable = name.toWellFormed().replace(/\p{Cc}/gu, '_')
  if (printable === '') return kind
  // Clients disagree about escapes in quotes and about `%41`, so the quoted name has neither.
  const plain = printable.replace(/[^ -~]|["\\%/]/gu, '_')
  if (plain === printable) return `${kind}; filename="${plain}"`
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended(printable)}`
}

/** RFC 8187: `encodeURIComponent` leaves four characters that do not belong there. */
function extended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
