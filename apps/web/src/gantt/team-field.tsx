import { useContext } from 'react'
import { assignedTo, membersOf, TeamContext } from './team-context.ts'

interface TeamFieldProps {
  task?: string | number | null
  disabled?: boolean
  isReadOnly?: boolean
}

/** Says in the editor who works on a task. */
export function TeamField({ task, disabled: isSummary, isReadOnly }: TeamFieldProps) {
  const team = useContext(TeamContext)
  if (task === null || task === undefined) return null
  if (isSummary)
    return <p className="gantt-nobody">Who works on it is said in the tasks below it.</p>
  const members = membersOf(team)
  const assigned = new Set(assignedTo(team, task).map(({ id }) => id))
  if (members.length === 0)
    return <p className="gantt-nobody">There is nobody to choose from yet.</p>

  function toggle(id: string | number): void {
    const others = [...assigned].filter((one) => one !== id)
    team.assign(task!, assigned.has(id) ? others : [...others, id])
  }

  return (
    <fieldset className="gantt-members">
      <legend>Who works on it</legend>
      {members.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={assigned.has(id)}
            disabled={isReadOnly}
            onChange={() => toggle(id)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
