import { topOfPlan } from '../task-rights.ts'
import { assignedTo, membersOf } from '../team-context.ts'
import type { GridPlan, GridTask } from './grid-plan.ts'
import { language, t } from '../../words/words.ts'

export function peopleText({ id }: GridTask, { team }: GridPlan): string {
  return assignedTo(team, id)
    .map(({ name }) => name)
    .join(', ')
}

/**
 * Names, or the beginnings of names that only one person has; answers what is wrong. Somebody whom the plan does not
 * know is added by a plus before the name, so that a slip of the finger makes nobody.
 */
export function keepPeople({ id }: GridTask, text: string, plan: GridPlan): string | null {
  const { team } = plan
  const members = membersOf(team)
  const found = new Set<string | number>()
  const added = new Set<string>()
  const mayAdd = plan.mayChange(topOfPlan)
  for (const part of text.split(/[,;]/)) {
    const isNew = mayAdd && part.trim().startsWith('+')
    const name = isNew ? part.trim().slice(1).trim() : part.trim()
    const said = name.toLowerCase()
    if (said === '') continue
    const exact = members.filter(({ name }) => name.toLowerCase() === said)
    const meant = exact.length
      ? exact
      : members.filter(({ name }) => name.toLowerCase().startsWith(said))
    if (isNew && exact.length === 0) {
      added.add(name)
      continue
    }
    if (meant.length === 0) return nobodyCalled(name, mayAdd)
    if (meant.length > 1)
      return t('“{part}” may be {value}.', {
        part: name,
        value: either(meant.map(({ name }) => name)),
      })
    found.add(meant[0]!.id)
  }
  team.assign(id, [...found])
  if (added.size > 0) team.addPeople(id, [...added])
  return null
}

function nobodyCalled(part: string, mayAdd: boolean): string {
  if (!mayAdd) return t('There is nobody called “{part}”.', { part })
  return t('There is nobody called “{part}”. Write +{part} to add them.', { part })
}

const or = new Intl.ListFormat(language, { type: 'disjunction' })

function either(names: readonly string[]): string {
  return or.format(names.slice(0, 4))
}

/** What is typed so far, with each name that its last part may become. */
export function peopleHints(text: string, { team, mayChange }: GridPlan): string[] {
  const [, before = '', last = ''] = /^(.*[,;]\s*)?(.*)$/s.exec(text) ?? []
  const known = membersOf(team).filter(({ name }) =>
    name.toLowerCase().startsWith(last.toLowerCase()),
  )
  const isNew = known.length === 0 && /^[^+]/.test(last) && mayChange(topOfPlan)
  return isNew ? [`${before}+${last}`] : known.map(({ name }) => `${before}${name}`).slice(0, 20)
}
