import type { FileEntry } from '@triptych/contract/files'
import type { Table } from '@triptych/contract/tables'
import plan from 'lucide-static/icons/chart-gantt.svg?raw'
import file from 'lucide-static/icons/file.svg?raw'
import folder from 'lucide-static/icons/folder.svg?raw'
import table from 'lucide-static/icons/table-2.svg?raw'
import upload from 'lucide-static/icons/upload.svg?raw'
import { writeAddress } from '../address.ts'
import { formatSize } from '../files/format-size.ts'
import { Icon } from '../icon.tsx'
import { counted, t } from '../words/words.ts'
import { Section } from './section.tsx'
import { useAnswersOf } from './use-answer-of.ts'

/** So many of a kind; then there is the view for it. */
const most = 5

/** For a workspace that is new. */
const beginnings = [
  { view: 'files', icon: upload, label: t('Add files') },
  { view: 'gantt', icon: plan, label: t('Plan tasks') },
  { view: 'tables', icon: table, label: t('Make a table') },
] as const

interface Here {
  files: FileEntry[]
  tables: Table[]
}

/** Where one can go when one has been nowhere yet. */
export function HereSection() {
  const answer = useAnswersOf(async (ask): Promise<Here> => {
    const [files, tables] = await Promise.all([ask<FileEntry[]>('files'), ask<Table[]>('tables')])
    return { files, tables }
  }, 'here')
  return (
    <Section
      id="home-here"
      title={t('In this workspace')}
      answer={answer}
      failed={t('What is in here could not be read.')}
    >
      {({ files, tables }) =>
        files.length + tables.length === 0 ? (
          <>
            <p className="home-hint">{t('There are no files and no tables yet.')}</p>
            <ul className="home-places">
              {beginnings.map(({ view, icon, label }) => (
                <li key={view}>
                  <a href={writeAddress(view)}>
                    <Icon svg={icon} />
                    <span className="what">{label}</span>
                  </a>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <ul className="home-places home-here">
            {files.slice(0, most).map((entry) => (
              <FilePlace key={entry.id} {...entry} />
            ))}
            {files.length > most && (
              <More href={writeAddress('files')} count={files.length - most} />
            )}
            {tables.slice(0, most).map(({ name, title }) => (
              <li key={name}>
                <a href={writeAddress('tables', [name])}>
                  <Icon svg={table} />
                  <span className="what">{title ?? name}</span>
                  <span className="where">{t('Table')}</span>
                </a>
              </li>
            ))}
            {tables.length > most && (
              <More href={writeAddress('tables')} count={tables.length - most} />
            )}
          </ul>
        )
      }
    </Section>
  )
}

function FilePlace({ id, type, value, bytes, size }: FileEntry) {
  const path = id.split('/').slice(1)
  const isFolder = type === 'folder'
  return (
    <li>
      <a href={isFolder ? writeAddress('files', path) : writeAddress('files', [], { open: value })}>
        <Icon svg={isFolder ? folder : file} />
        <span className="what">{value}</span>
        <span className="where">{formatSize((isFolder ? bytes : size) ?? 0)}</span>
      </a>
    </li>
  )
}

function More({ href, count }: { href: string; count: number }) {
  return (
    <li>
      <a href={href}>
        <span />
        <span className="what">{counted(count, 'One more', '{count} more')}</span>
      </a>
    </li>
  )
}
