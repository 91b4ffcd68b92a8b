import { useContext } from 'react'
import { NewPerson } from './new-person.tsx'
import { TaskRightsContext, topOfPlan } from '../task-rights.ts'
import { assignedTo, membersOf, TeamContext } from '../team-context.ts'
import { tones } from '../tones.ts'
import { t } from '../../words/words.ts'

interface TeamFieldProps {
  task?: string | number | null
  disabled?: boolean
  isReadOnly?: boolean
}

/** Says in the editor who works on a task, and who there is. */
export function TeamField({ task, disabled: isSummary, isReadOnly }: TeamFieldProps) {
  const team = useContext(TeamContext)
  const mayChange = useContext(TaskRightsContext)
  if (task === null || task === undefined) return null
  if (isSummary)
    return <p className="gantt-nobody">{t('Who works on it is said in the tasks below it.')}</p>
  const members = membersOf(team)
  const assigned = new Set(assignedTo(team, task).map(({ id }) => id))
  const mayAdd = !isReadOnly && mayChange(topOfPlan)

  function toggle(id: string | number): void {
    const others = [...assigned].filter((one) => one !== id)
    team.assign(task!, assigned.has(id) ? others : [...others, id])
  }

  return (
    <>
      {members.length === 0 && (
        <p className="gantt-nobody">{t('There is nobody to choose from yet.')}</p>
      )}
      {members.length > 0 && (
        <fieldset className="gantt-members">
          <legend>{t('Who works on it')}</legend>
          <ul>
            {members.map(({ id, name, tone }) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={assigned.has(id)}
                    disabled={isReadOnly}
                    onChange={() => toggle(id)}
                  />
                  <span className="gantt-dot" data-tone={tone} />
                  {name}
                </label>
                {mayAdd && (
                  <select
                    className="control"
                    aria-label={t('Colour of {name}', { name })}
                    value={tone}
                    onChange={({ target }) =>
                      void team.changePerson(id, { color: tones[Number(target.value)]!.color })
                    }
                  >
                    {tones.map((one, index) => (
                      <option key={one.name} value={index}>
                        {one.name}
                      </option>
                    ))}
                  </select>
                )}
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {mayAdd && <NewPerson members={members} onAdd={(person) => team.addPerson(task, person)} />}
    </>
  )
}
