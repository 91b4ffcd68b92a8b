import { sendWrite } from '@triptych/client'
import type { Server } from '@triptych/client'
import type { LevelProposal } from '@triptych/contract/schedule'
import { useEffect, useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { problemText } from '../failure-text.ts'
import { shortDate } from '../gantt/short-date.ts'
import { movedText, toMoveText } from '../schedule/schedule-text.ts'
import { proposeLevelling } from './ask-level.ts'

interface LevelDialogProps {
  server: Server
  nameOf: (resource: number) => string
  /** What was done, and by which it can be taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
}

/** How nobody would have too much to do at once, before and after. Who leaves ends the search. */
export function LevelDialog({ server, nameOf, onDone, onClose }: LevelDialogProps) {
  const [isCleared, setCleared] = useState(false)
  const { proposal, problem } = useProposal(server, isCleared)

  async function accept({ changes, moved }: LevelProposal): Promise<void> {
    const request = { method: 'POST', path: 'batch?atomic=true', body: changes } as const
    await server.writersSettled()
    const { write } = await sendWrite(server, request)
    onDone(`The plan was levelled. ${movedText(moved)}`, write)
  }

  return (
    <Dialog
      title="Level the plan"
      action="Accept"
      isDisabled={!proposal || proposal.changes.length === 0}
      onAct={async () => {
        if (proposal) await accept(proposal)
      }}
      onClose={onClose}
    >
      <p className="hint">
        Tasks are put off until there is somebody for them. Nothing is changed before it is
        accepted.
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={isCleared}
          onChange={({ target }) => setCleared(target.checked)}
        />
        Only take away the delays that levelling gave before
      </label>
      <div aria-live="polite">
        {problem && <p className="problem">{problem}</p>}
        {!problem && !proposal && <p role="status">Looking for a good order …</p>}
        {proposal && <Comparison proposal={proposal} nameOf={nameOf} />}
      </div>
    </Dialog>
  )
}

function useProposal(server: Server, isCleared: boolean) {
  const [proposal, setProposal] = useState<LevelProposal | null>(null)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    setProposal(null)
    setProblem('')
    const over = new AbortController()
    proposeLevelling(server, isCleared, over.signal).then(
      (found) => !over.signal.aborted && setProposal(found),
      (error: Error) => !over.signal.aborted && setProblem(problemText(error)),
    )
    return () => over.abort()
  }, [server, isCleared])

  return { proposal, problem }
}

interface ComparisonProps {
  proposal: LevelProposal
  nameOf: LevelDialogProps['nameOf']
}

function Comparison({ proposal, nameOf }: ComparisonProps) {
  const { before, after, moved } = proposal
  return (
    <>
      <table className="load-compared">
        <thead>
          <tr>
            <td />
            <th scope="col">Now</th>
            <th scope="col">Then</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">The plan ends</th>
            <td>{dateText(before.finish)}</td>
            <td>{dateText(after.finish)}</td>
          </tr>
          <tr>
            <th scope="row">Too much at once</th>
            <td>{timesText(before.overloads.length)}</td>
            <td>{timesText(after.overloads.length)}</td>
          </tr>
        </tbody>
      </table>
      <p>{toMoveText(moved)}</p>
      {after.overloads.length > 0 && (
        <>
          <h3>What would still be too much</h3>
          <ul className="load-tasks">
            {after.overloads.slice(0, mostShown).map(({ resource, from, to, units, capacity }) => (
              <li key={`${resource} ${from}`}>
                <span>
                  {nameOf(resource)}, {dateText(from)} to {dateText(to)}
                </span>
                <span>
                  {units}% of {capacity}%
                </span>
              </li>
            ))}
          </ul>
          {after.overloads.length > mostShown && (
            <p className="hint">and {after.overloads.length - mostShown} more</p>
          )}
        </>
      )}
    </>
  )
}

const mostShown = 20

/** Wall time as the chart has it. */
function dateText(date: string | null): string {
  return date === null ? '–' : shortDate.format(new Date(date))
}

function timesText(count: number): string {
  if (count === 0) return 'never'
  return count === 1 ? 'once' : `${count} times`
}
