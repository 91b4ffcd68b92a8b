/** Just enough of XML for the answers of S3, which have neither attributes that count nor mixed content. */

/** What stands in the first element of this name. */
export function textOf(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`).exec(xml)
  return found ? unescaped(found[1] ?? '') : null
}

/** The insides of all elements of this name that are not within another of it. */
export function elements(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, 'gs'))
  return Array.from(found, ([, inside]) => inside ?? '')
}

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replaceAll(
    /&(#x?)?(\w+);/g,
    (all: string, sign: string | undefined, name: string) => {
      if (!sign) return named[name] ?? all
      return String.fromCodePoint(parseInt(name, sign === '#' ? 10 : 16))
    },
  )
}
