import { assignedTo, membersOf } from '../team-context.ts'
import type { GridPlan, GridTask } from './grid-plan.ts'
import { language, t } from '../../words/words.ts'

export function peopleText({ id }: GridTask, { team }: GridPlan): string {
  return assignedTo(team, id)
    .map(({ name }) => name)
    .join(', ')
}

/** Names, or the beginnings of names that only one person has; answers what is wrong. */
export function keepPeople({ id }: GridTask, text: string, { team }: GridPlan): string | null {
  const members = membersOf(team)
  const found = new Set<string | number>()
  for (const part of text.split(/[,;]/)) {
    const said = part.trim().toLowerCase()
    if (said === '') continue
    const exact = members.filter(({ name }) => name.toLowerCase() === said)
    const meant = exact.length
      ? exact
      : members.filter(({ name }) => name.toLowerCase().startsWith(said))
    if (meant.length === 0) return t('There is nobody called “{part}”.', { part: part.trim() })
    if (meant.length > 1)
      return t('“{part}” may be {value}.', {
        part: part.trim(),
        value: either(meant.map(({ name }) => name)),
      })
    found.add(meant[0]!.id)
  }
  team.assign(id, [...found])
  return null
}

const or = new Intl.ListFormat(language, { type: 'disjunction' })

function either(names: readonly string[]): string {
  return or.format(names.slice(0, 4))
}

/** What is typed so far, with each name that its last part may become. */
export function peopleHints(text: string, { team }: GridPlan): string[] {
  const [, before = '', last = ''] = /^(.*[,;]\s*)?(.*)$/s.exec(text) ?? []
  return membersOf(team)
    .filter(({ name }) => name.toLowerCase().startsWith(last.toLowerCase()))
    .map(({ name }) => `${before}${name}`)
    .slice(0, 20)
}
