import { AppError } from '../../errors.ts'
import { scanText } from './xml-scanner.ts'

/** An element, without its attributes. */
export interface XmlElement {
  /** Without its prefix. */
  name: string
  /** All text directly in it. */
  text: string
  children: XmlElement[]
}

/** A short document, as the parent of its root. Of what is not XML it has what stands before that. */
export function readXml(xml: string): XmlElement {
  const document: XmlElement = { name: '', text: '', children: [] }
  const open = [document]
  try {
    scanText(xml, {
      open(name) {
        const element = { name, text: '', children: [] }
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      close: () => void open.pop(),
      text(text) {
        open.at(-1)!.text += text
      },
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return document
}

/** The elements of this name in their order, but for those within another of it. */
export function elementsNamed(within: XmlElement, name: string): XmlElement[] {
  return within.children.flatMap((child) =>
    child.name === name ? [child] : elementsNamed(child, name),
  )
}
