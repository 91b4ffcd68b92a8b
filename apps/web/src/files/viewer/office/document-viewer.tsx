import { fileAddress } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import { when } from '../../../accounts/when.ts'
import { formatSize } from '../../format-size.ts'
import type { PartProps } from '../viewed-file.ts'
import { takeKeyboard } from '../take-keyboard.ts'
import { Blocks } from './blocks.tsx'
import { openArchive, readDocument } from './open-document.ts'
import type { ShownDocument } from './shown-document.ts'
import { Sheets } from './sheets.tsx'
import type { ZipParts } from './zip-parts.ts'
import './document-viewer.css'
import { locale } from '../../../place/locale.ts'
import { t } from '../../../words/words.ts'

interface Shown {
  document: ShownDocument | { kind: 'archive' }
  parts: ZipParts
}

/** What a file of an office program holds, as words, pictures and cells, and an archive as a list. */
export function DocumentViewer(props: PartProps) {
  const shown = useDocument(props)
  if (!shown) return <p className="viewer-note">{t('Loading …')}</p>
  const { document, parts } = shown
  if (document.kind === 'sheets') return <Sheets sheets={document.sheets} />
  return (
    <div
      ref={takeKeyboard}
      className="viewer-paper document"
      tabIndex={0}
      role="group"
      aria-label={t('Text')}
    >
      {document.kind === 'archive' ? (
        <Entries {...parts} />
      ) : (
        <Words document={document} parts={parts} />
      )}
    </div>
  )
}

interface WordsProps {
  document: Exclude<ShownDocument, { kind: 'sheets' }>
  parts: ZipParts
}

function Words({ document, parts }: WordsProps) {
  return (
    <>
      <p className="viewer-hint">{t('Only words and pictures are shown, without their layout.')}</p>
      {document.kind === 'text' ? (
        <Blocks blocks={document.blocks} parts={parts} />
      ) : (
        document.slides.map((blocks, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a slide has no other name
          <section key={index} className="slide" aria-label={slideName(index)}>
            <p className="viewer-hint">{slideName(index)}</p>
            <Blocks blocks={blocks} parts={parts} />
          </section>
        ))
      )}
      {document.isCut && <p className="viewer-cut">{cutNote}</p>}
    </>
  )
}

function slideName(index: number): string {
  return t('Slide {number}', { number: (index + 1).toLocaleString(locale) })
}

function Entries({ entries, count }: Pick<ZipParts, 'entries' | 'count'>) {
  return (
    <>
      <table className="entries">
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Size')}</th>
            <th scope="col">{t('Changed')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ name, size, isFolder, modified }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="number">{isFolder ? '' : formatSize(size)}</td>
              <td>{modified && when(modified.toISOString())}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count === 0 && <p>{t('The archive is empty.')}</p>}
      {count > entries.length && (
        <p className="viewer-cut">
          {t('{more} more', { more: (count - entries.length).toLocaleString(locale) })}
        </p>
      )}
    </>
  )
}

const cutNote = t('Only the beginning is shown. Download the file to see all of it.')

function useDocument({ server, file, onFailure }: PartProps): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  const fail = useRef(onFailure)
  fail.current = onFailure
  useEffect(() => {
    const stop = new AbortController()
    void read(fileAddress(server, file.id), file, stop.signal).then(
      (found) => (stop.signal.aborted ? undefined : setShown(found)),
      (error: Error) => stop.signal.aborted || fail.current(reason(error)),
    )
    return () => stop.abort()
  }, [server, file])
  return shown
}

async function read(
  address: string,
  { name, size }: PartProps['file'],
  signal: AbortSignal,
): Promise<Shown> {
  const parts = await openArchive(address, size, signal)
  const document = parts && (await readDocument(name, parts))
  if (!document) throw new Error('it is not what its name says')
  return { document, parts }
}

function reason({ message }: Error): string {
  return message.startsWith('it is')
    ? t('This file cannot be shown here: it is damaged, locked or too large.')
    : t('The file could not be loaded.')
}
