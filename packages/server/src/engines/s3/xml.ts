import { elementsNamed, readXml } from '../../codecs/xml/xml-tree.ts'
import type { XmlElement } from '../../codecs/xml/xml-tree.ts'

/** What a store answers, or a part of it. */
export type Answer = string | XmlElement

/** What stands in the first element of this name. */
export function textOf(xml: Answer, name: string): string | null {
  return elements(xml, name)[0]?.text ?? null
}

/** All elements of this name that are not within another of it. */
export function elements(xml: Answer, name: string): XmlElement[] {
  return elementsNamed(typeof xml === 'string' ? readXml(xml) : xml, name)
}
