import { AppError } from '../../errors.ts'
import { NotXml, scanXml } from '../xml/xml-scanner.ts'
import type { TextPlace, XmlFault } from '../xml/xml-scanner.ts'
import { attributesText, xmlTextWriter } from '../xml/xml-text.ts'

/** The lists of a project, with what their items are called. */
export const mspdiLists = {
  Calendars: 'Calendar',
  Tasks: 'Task',
  Resources: 'Resource',
  Assignments: 'Assignment',
} as const

export type MspdiList = keyof typeof mspdiLists

/** A file of Microsoft Project (MSPDI), taken apart; all parts are XML in its plain form (`xml-text.ts`). */
export interface MspdiFile {
  /** The project with everything but the items of its lists. */
  project: string
  items: Record<MspdiList, string[]>
}

/** The longest item: an assignment has a line for each day that somebody works. */
const maxItemLength = 4 * 1024 * 1024

/** Reads a file as it comes. `progress` is called now and then with how many items were read. */
export async function readMspdi(
  bytes: AsyncIterable<Uint8Array>,
  progress: (items: number) => void = () => {},
): Promise<MspdiFile> {
  const items: MspdiFile['items'] = { Calendars: [], Tasks: [], Resources: [], Assignments: [] }
  const seen = new Set<string>()
  const pieces: string[] = []
  let count = 0
  let depth = 0
  let list: MspdiList | null = null
  let writer = xmlTextWriter('')
  let length = 0

  /** At the end of a list, of an item, or of anything else directly in the project. */
  function takePiece(): void {
    const piece = writer.take()
    length += piece.length
    if (length > maxItemLength) throw new NotXml('length')
    pieces.push(piece)
  }

  const scanning = scanXml(
    bytes,
    {
      open(name, attributes, prefix) {
        depth++
        if (depth === 1) {
          if (name !== 'Project' || pieces.length > 0) throw notAProject()
          writer = xmlTextWriter(prefix)
          pieces.push(`<Project${attributesText(attributes, prefix)}>`)
          return
        }
        if (depth === 2 && isList(name)) {
          if (seen.has(name)) throw notAProject()
          seen.add(name)
          list = name
          pieces.push(`<${name}>`)
          return
        }
        writer.open(name, attributes, prefix)
      },
      close(name) {
        depth--
        if (depth === 0) return void pieces.push('</Project>')
        if (depth === 1 && list !== null) {
          list = null
          return void pieces.push(`</${name}>`)
        }
        writer.close(name)
        if (depth > 2 || (depth === 2 && list === null)) return
        if (list === null || name !== mspdiLists[list]) return takePiece()
        count++
        items[list].push(writer.take())
      },
      text(text) {
        const isBetween = depth === 1 || (depth === 2 && list !== null)
        if (!isBetween) writer.text(text)
        else if (text.trim() !== '') throw new NotXml('syntax')
      },
    },
    refusal,
  )
  for await (const _ of scanning) {
    if (writer.length() > maxItemLength) throw refusal('length')
    progress(count)
  }
  if (pieces.length === 0) throw notAProject()
  return { project: pieces.join(''), items }
}

function isList(name: string): name is MspdiList {
  return Object.hasOwn(mspdiLists, name)
}

const words: Record<XmlFault, string> = {
  syntax: 'The file is not XML as it should be.',
  'document type': 'The file has a document type of its own, which is not allowed.',
  encoding: 'The file is not UTF-8.',
  length: 'The file has something in it that is too long.',
}

function refusal(fault: XmlFault, place?: TextPlace): AppError {
  const at = place ? `Line ${place.line}, column ${place.column}: ` : ''
  const code = fault === 'length' ? 'gantt.import_too_large' : 'gantt.bad_import'
  return new AppError(code, at + words[fault], { ...place })
}

function notAProject(): AppError {
  return new AppError(
    'gantt.bad_import',
    'The file is no project of Microsoft Project (MSPDI XML).',
  )
}
