import type { ZipParts } from './zip-parts.ts'

/** `null`: there is no such part, or it is none to be read. */
export async function readXml(parts: ZipParts, name: string): Promise<Element | null> {
  const bytes = await parts.read(name)
  return bytes && parsed(new TextDecoder().decode(bytes))
}

/** What is whole of a long table, whose rows are called `row`, and which stand in `around`. */
export async function readTable(
  parts: ZipParts,
  name: string,
  row: string,
  around: readonly string[],
): Promise<{ table: Element | null; isCut: boolean }> {
  const found = await parts.readBeginning(name)
  if (!found) return { table: null, isCut: false }
  const text = new TextDecoder().decode(found.bytes)
  if (!found.isCut) return { table: parsed(text), isCut: false }
  const last = [...text.matchAll(new RegExp(`</(\\w+:)?${row}>`, 'g'))].at(-1)
  if (!last) return { table: null, isCut: true }
  const ends = around.map((each) => `</${last[1] ?? ''}${each}>`).join('')
  return { table: parsed(text.slice(0, last.index) + last[0] + ends), isCut: true }
}

function parsed(text: string): Element | null {
  // Office programs write none, and one can name itself over and over.
  if (/<!DOCTYPE/i.test(text)) return null
  const { documentElement } = new DOMParser().parseFromString(text, 'application/xml')
  return documentElement.querySelector('parsererror') ? null : documentElement
}

/** Those below it, however deep: documents have several names for the space their names are in. */
export function all(within: Element | null, name: string): Element[] {
  return within ? [...within.getElementsByTagNameNS('*', name)] : []
}

export function first(within: Element | null | undefined, name: string): Element | null {
  return within?.getElementsByTagNameNS('*', name)[0] ?? null
}

/** Directly below it. */
export function child(of: Element | null | undefined, name: string): Element | null {
  return [...(of?.children ?? [])].find(({ localName }) => localName === name) ?? null
}

/** By its name without what stands before the colon. */
export function attribute(of: Element | null | undefined, name: string): string | null {
  return [...(of?.attributes ?? [])].find(({ localName }) => localName === name)?.value ?? null
}

/** To which parts another one leads: their names by how it calls them, and by what they are to it. */
export async function relations(
  parts: ZipParts,
  of: string,
): Promise<{ byId: ReadonlyMap<string, string>; byType: (type: string) => string | null }> {
  const folder = of.slice(0, of.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${of.slice(folder.length)}.rels`
  const found = all(await readXml(parts, path), 'Relationship').map((relation) => ({
    id: attribute(relation, 'Id') ?? '',
    type: attribute(relation, 'Type') ?? '',
    name: nameFrom(folder, attribute(relation, 'Target') ?? ''),
  }))
  return {
    byId: new Map(found.map(({ id, name }) => [id, name])),
    byType: (type) => found.find((one) => one.type.endsWith(`/${type}`))?.name ?? null,
  }
}

/** The main part of a file of Microsoft's office. */
export async function mainPart(parts: ZipParts): Promise<string | null> {
  return (await relations(parts, '')).byType('officeDocument')
}

function nameFrom(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const names: string[] = []
  for (const name of `${folder}${target}`.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '.') names.push(name)
  }
  return names.join('/')
}
