import type { ICellProps } from '@svar-ui/react-grid'
import { useContext } from 'react'
import { assignedTo, TeamContext } from './team-context.ts'

const hues = [212, 152, 28, 282, 342, 186, 96, 244]

/** Who works on the task of a row, as initials. */
export function TeamCell({ row }: ICellProps) {
  const members = assignedTo(useContext(TeamContext), row['id'] as string | number)
  if (members.length === 0) return null
  const names = members.map(({ name }) => name).join(', ')
  const [shown, rest] = [members.slice(0, 3), members.length - 3]
  return (
    <span className="gantt-team" role="img" aria-label={names} title={names}>
      {shown.map(({ id, name }) => (
        <span key={id} style={{ '--hue': hues[Number(id) % hues.length] } as object}>
          {initialsOf(name)}
        </span>
      ))}
      {rest > 0 && <span className="more">+{rest}</span>}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => word?.slice(0, 1) ?? '')
    .join('')
    .toUpperCase()
}
