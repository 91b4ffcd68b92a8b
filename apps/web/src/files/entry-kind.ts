import { t } from '../words/words.ts'
import { kindOf } from './viewer/kind-of.ts'

interface Named {
  name: string
  type?: string | undefined
}

/** Those that people call by a name, and not by their ending. */
const texts = new Map(
  Object.entries({
    [t('PDF document')]: 'pdf',
    [t('Word document')]: 'doc docx dot dotx docm',
    [t('Excel workbook')]: 'xls xlsx xlsm xltx xlsb',
    [t('PowerPoint presentation')]: 'ppt pptx pptm potx pps ppsx',
    [t('OpenDocument text')]: 'odt ott',
    [t('OpenDocument spreadsheet')]: 'ods ots',
    [t('OpenDocument presentation')]: 'odp otp',
    [t('Microsoft Project plan')]: 'mpp mpt',
    [t('Rich text')]: 'rtf',
    [t('Text')]: 'txt text log',
    [t('Markdown text')]: 'md markdown',
    [t('Table in text (CSV)')]: 'csv tsv',
    [t('Web page')]: 'html htm xhtml',
    [t('E-mail')]: 'eml msg',
    [t('Calendar')]: 'ics',
  }).flatMap(([text, endings]) => endings.split(' ').map((ending) => [ending, text] as const)),
)

const archives = new Set('zip gz tgz bz2 xz zst 7z rar tar jar'.split(' '))

/** As it stands in the list: `PDF document`, `PNG picture`, `Folder`. */
export function kindText({ name, type }: Named): string {
  if (type === 'folder') return t('Folder')
  const dot = name.lastIndexOf('.')
  // A name that begins with its only dot has no ending.
  const ending = dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
  if (!ending || ending.length > 10) return t('File')
  const known = texts.get(ending)
  if (known) return known
  const kind = ending.toUpperCase()
  if (archives.has(ending)) return t('{kind} archive', { kind })
  const group = kindOf(name)
  if (group === 'picture') return t('{kind} picture', { kind })
  if (group === 'audio') return t('{kind} sound', { kind })
  if (group === 'video') return t('{kind} film', { kind })
  return t('{kind} file', { kind })
}

/** The widget sorts by what stands in an entry. Those of one kind go by their names, behind a sign that sorts before any letter. */
export function kindKey(entry: Named): string {
  return `${kindText(entry)}\t${entry.name}`
}

export function textOfKey(key: unknown): string {
  return typeof key === 'string' ? key.slice(0, key.indexOf('\t')) : ''
}
