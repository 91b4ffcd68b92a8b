import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { useStored } from '../../use-stored.ts'
import { assignedTo, membersOf, TeamContext } from '../team-context.ts'
import { colourings, stateTones, toneOfState } from '../tones.ts'
import type { Colouring } from '../tones.ts'
import './colours.css'
import { t } from '../../words/words.ts'

interface ColouringState {
  colouring: Colouring
  setColouring: (colouring: Colouring) => void
}

/** What the bars are coloured by, for those who draw them. */
const ColouringContext = createContext<ColouringState>({
  colouring: 'plain',
  setColouring: () => {},
})

/** Keeps what somebody has chosen for the next time. */
export function WithColours({ children }: { children: ReactNode }) {
  const [stored, setColouring] = useStored('triptych.gantt-colours', 'plain')
  const colouring = colourings.find((one) => one === stored) ?? 'plain'
  return <ColouringContext value={{ colouring, setColouring }}>{children}</ColouringContext>
}

const labels: Record<Colouring, string> = {
  plain: t('One colour'),
  person: t('Colours of people'),
  state: t('Colours of states'),
}

interface Task {
  id?: string | number
  type?: string
  end?: Date
  progress?: number
}

/** The place of a bar's colour in `tones`; `undefined`: it has none of its own. */
export function useTone(task: Task): number | undefined {
  const { colouring } = useContext(ColouringContext)
  const team = useContext(TeamContext)
  if (task.type === 'summary' || task.type === 'milestone') return undefined
  if (colouring === 'state') return toneOfState(task)
  if (colouring === 'person' && task.id !== undefined) return assignedTo(team, task.id)[0]?.tone
  return undefined
}

/** What bars are coloured by, and what their colours mean. */
export function ColouringChoice() {
  const { colouring, setColouring } = useContext(ColouringContext)
  const team = useContext(TeamContext)
  const people = membersOf(team).slice(0, 8)
  const legend =
    colouring === 'person'
      ? people.map(({ name, tone }) => ({ label: name, tone }))
      : colouring === 'state'
        ? stateTones
        : []
  return (
    <div className="gantt-colours">
      {legend.length > 0 && (
        <ul className="gantt-legend" aria-label={t('Meaning of the colours')}>
          {legend.map(({ label, tone }) => (
            <li key={label}>
              <span className="gantt-dot" data-tone={tone} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <select
        className="control"
        aria-label={t('Colours of the bars')}
        value={colouring}
        onChange={({ target }) => setColouring(target.value as Colouring)}
      >
        {colourings.map((one) => (
          <option key={one} value={one}>
            {labels[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
