import type { Access, Rule } from '@triptych/contract/rules'

export const accessNames: Record<Access, string> = {
  none: 'Hidden',
  read: 'Read only',
  write: 'May be changed',
}

const beforeSubject: Record<Access, string> = {
  none: 'Hidden from',
  read: 'Read only for',
  write: 'May be changed by',
}

/** What a rule is about, in the words of the page. */
export function thingText({ thing, title }: Pick<Rule, 'thing' | 'title'>): string {
  if (thing.kind === 'folder') return thing.id === '/' ? 'All files' : thing.id
  if (thing.kind === 'table') return thing.table === '*' ? 'All tables' : `Table ${thing.table}`
  if (thing.kind === 'column') return `Column ${thing.column} of ${thing.table}`
  return thing.task === 0 ? 'The whole plan' : `Task “${title ?? thing.task}” and below`
}

/** Whom it binds, and to what. */
export function ruleText({ subject, name, access }: Rule): string {
  const others = subject.kind === 'everyone' ? 'everyone else' : (name ?? 'somebody who is gone')
  return `${beforeSubject[access]} ${others}${subject.kind === 'group' ? ' (group)' : ''}`
}
