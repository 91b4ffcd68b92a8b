import type { Access, Rule } from '@triptych/contract/rules'
import { t } from '../words/words.ts'

export const accessNames: Record<Access, string> = {
  none: t('Hidden'),
  read: t('Read only'),
  write: t('May be changed'),
}

const beforeSubject: Record<Access, string> = {
  none: t('Hidden from'),
  read: t('Read only for'),
  write: t('May be changed by'),
}

/** What a rule is about, in the words of the page. */
export function thingText({ thing, title }: Pick<Rule, 'thing' | 'title'>): string {
  if (thing.kind === 'folder') return thing.id === '/' ? t('All files') : thing.id
  if (thing.kind === 'table')
    return thing.table === '*' ? t('All tables') : t('Table {table}', { table: thing.table })
  if (thing.kind === 'column')
    return t('Column {column} of {table}', { column: thing.column, table: thing.table })
  return thing.task === 0
    ? t('The whole plan')
    : t('Task “{value}” and below', { value: title ?? thing.task })
}

/** Whom it binds, and to what. */
export function ruleText({ subject, name, access }: Rule): string {
  const others = subject.kind === 'everyone' ? 'everyone else' : (name ?? 'somebody who is gone')
  return `${beforeSubject[access]} ${others}${subject.kind === 'group' ? ' (group)' : ''}`
}
