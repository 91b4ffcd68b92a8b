/** Text as it stands between two tags. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => escapes[sign]!)
}

/** Text as it stands between double quotes, or anywhere. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => escapes[sign]!)
}

/** The five that XML has without a document type. */
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const escapes = Object.fromEntries(Object.entries(named).map(([name, sign]) => [sign, `&${name};`]))

/** The text that is meant; `null` where there is an entity that XML does not have. */
export function unescapeText(text: string): string | null {
  if (!text.includes('&')) return text
  let isWrong = false
  const plain = text.replace(/&([^;&]{0,10})(;?)/g, (_, name: string, end: string) => {
    const known = Object.hasOwn(named, name) ? named[name] : character(name)
    isWrong ||= known === undefined || end === ''
    return known ?? ''
  })
  return isWrong ? null : plain
}

function character(name: string): string | undefined {
  const found = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name)
  if (found === null) return undefined
  const code = found[1] === undefined ? Number(found[2]) : Number.parseInt(found[1], 16)
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
  return String.fromCodePoint(code)
}
