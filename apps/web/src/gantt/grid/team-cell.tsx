import type { ICellProps } from '@svar-ui/react-grid'
import { useContext } from 'react'
import { pictureOf } from '../../picture.ts'
import { assignedTo, TeamContext } from '../team-context.ts'
import { tones } from '../tones.ts'

/** Who works on the task of a row, as initials. */
export function TeamCell({ row }: ICellProps) {
  const members = assignedTo(useContext(TeamContext), row['id'] as string | number)
  if (members.length === 0) return null
  const names = members.map(({ name }) => name).join(', ')
  const [shown, rest] = [members.slice(0, 3), members.length - 3]
  return (
    <span className="gantt-team" role="img" aria-label={names} title={names}>
      {shown.map(({ id, name, tone }) => (
        <span key={id} style={{ background: tones[tone]?.color, color: '#fff' }}>
          {pictureOf(name).initials}
        </span>
      ))}
      {rest > 0 && <span className="more">+{rest}</span>}
    </span>
  )
}
