import type { Server } from 'triptych-client'
import type { Thing } from '@triptych/contract/rules'
import type { Table } from '@triptych/contract/tables'
import { useAnswer } from '../accounts/use-answer.ts'
import { PathField } from '../files/path-field.tsx'
import { branchesOf } from './branches.ts'
import { t } from '../words/words.ts'

interface Props {
  server: Server
  tables: readonly Table[]
  thing: Thing
  onChange: (thing: Thing) => void
}

const kinds: Record<Thing['kind'], string> = {
  folder: t('Folder or file'),
  table: t('Table'),
  column: t('Column'),
  branch: t('Branch of the plan'),
}

/** What each kind begins with. No path yet: all files are hidden too easily by one press. */
export const firsts: Record<Thing['kind'], Thing> = {
  folder: { kind: 'folder', id: '' },
  table: { kind: 'table', table: '*' },
  column: { kind: 'column', table: '', column: '' },
  branch: { kind: 'branch', task: 0 },
}

/** What a rule shall be about. */
export function ThingFields({ server, tables, thing, onChange }: Props) {
  const branches = useAnswer(async () =>
    branchesOf(
      (await server.send({ method: 'GET', path: 'tasks' })) as Parameters<typeof branchesOf>[0],
    ),
  )
  const columns =
    thing.kind === 'column' ? (tables.find(({ name }) => name === thing.table)?.columns ?? []) : []
  return (
    <div className="row">
      <label className="field">
        {t('What')}
        <select
          value={thing.kind}
          onChange={({ target }) => onChange(firsts[target.value as Thing['kind']])}
        >
          {Object.entries(kinds).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {thing.kind === 'folder' && (
        <PathField
          server={server}
          label={t('Path')}
          isFolder={false}
          value={thing.id}
          onChange={(id) => onChange({ ...thing, id })}
        />
      )}
      {(thing.kind === 'table' || thing.kind === 'column') && (
        <label className="field">
          {thing.kind === 'table' ? t('Which') : t('Of the table')}
          <select
            value={thing.table}
            required
            onChange={({ target: { value: table } }) =>
              onChange(
                thing.kind === 'table' ? { ...thing, table } : { ...thing, table, column: '' },
              )
            }
          >
            {thing.kind === 'table' ? (
              <option value="*">{t('All tables')}</option>
            ) : (
              <option value="" />
            )}
            {tables.map(({ name, title }) => (
              <option key={name} value={name}>
                {title ?? name}
              </option>
            ))}
          </select>
        </label>
      )}
      {thing.kind === 'column' && (
        <label className="field">
          {t('Column')}
          <select
            value={thing.column}
            required
            onChange={({ target }) => onChange({ ...thing, column: target.value })}
          >
            <option value="" />
            {columns.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      {thing.kind === 'branch' && (
        <label className="field">
          {t('Task, with all below it')}
          <select
            value={thing.task}
            onChange={({ target }) => onChange({ ...thing, task: Number(target.value) })}
          >
            <option value={0}>{t('The whole plan')}</option>
            {branches.answer?.map(({ task, text, depth }) => (
              <option key={task} value={task}>
                {'\u00a0\u00a0'.repeat(Math.min(depth, 8)) + text}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}
