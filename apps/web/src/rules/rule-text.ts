import type { Access, Rule } from '@triptych/contract/rules'
import type { Table } from '@triptych/contract/tables'
import { t } from '../words/words.ts'

export const accessNames: Record<Access, string> = {
  none: t('Hidden'),
  read: t('Read only'),
  write: t('May be changed'),
}

const whom: Record<Access, (subject: string) => string> = {
  none: (subject) => t('Hidden from {subject}', { subject }),
  read: (subject) => t('Read only for {subject}', { subject }),
  write: (subject) => t('May be changed by {subject}', { subject }),
}

/** What a rule is about, in the words of the page. */
export function thingText(
  { thing, title }: Pick<Rule, 'thing' | 'title'>,
  tables: readonly Pick<Table, 'name' | 'title'>[],
): string {
  if (thing.kind === 'folder') return thing.id === '/' ? t('All files') : thing.id
  const called = (name: string) => tables.find((table) => table.name === name)?.title ?? name
  if (thing.kind === 'table')
    return thing.table === '*'
      ? t('All tables')
      : t('Table {table}', { table: called(thing.table) })
  if (thing.kind === 'column')
    return t('Column {column} of {table}', { column: thing.column, table: called(thing.table) })
  return thing.task === 0
    ? t('The whole plan')
    : t('Task “{value}” and below', { value: title ?? thing.task })
}

/** Whom it binds, and to what. */
export function ruleText({ subject, name, access }: Rule): string {
  if (subject.kind === 'everyone') return whom[access](t('everyone else'))
  const known = name ?? t('somebody who is gone')
  return whom[access](subject.kind === 'group' ? t('{name} (group)', { name: known }) : known)
}
