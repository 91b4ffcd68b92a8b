import { sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog.tsx'
import { problemText } from '../failure-text.ts'
import { shortDate } from '../gantt/grid/short-date.ts'
import { movedText, toMoveText } from './schedule-text.ts'
import './proposal.css'
import { locale } from '../place/locale.ts'
import { t } from '../words/words.ts'

interface Proposal {
  changes: object[]
  before: { finish: string | null }
  after: { finish: string | null }
  moved: number
}

interface Compared {
  name: string
  now: string
  later: string
}

interface ProposalDialogProps<P extends Proposal> {
  title: string
  server: Server
  /** What is proposed by; another one is asked for anew. `null`: nothing can be asked yet. */
  request: { path: string; body: object } | null
  waitText: string
  /** What is said when it was done. */
  doneText: string
  /** What is compared beside the end of the plan. */
  compare?: (proposal: P) => Compared[]
  /** What else there is to tell of it. */
  more?: (proposal: P) => ReactNode
  /** What was done, and by which it can be taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
  /** What it is about, and what can be said to it. */
  children: ReactNode
}

/** How the plan would be, before and after. Nothing is changed before it is accepted; who leaves ends the search. */
export function ProposalDialog<P extends Proposal>(props: ProposalDialogProps<P>) {
  const { title, server, request, onDone, onClose } = props
  const { proposal: found, problem } = useProposal(server, request)
  const proposal = found as P | null

  async function accept({ changes, moved }: P): Promise<void> {
    await server.writersSettled()
    const { write } = await sendWrite(server, {
      method: 'POST',
      path: 'batch?atomic=true',
      body: changes,
    })
    onDone(`${props.doneText} ${movedText(moved)}`, write)
  }

  return (
    <Dialog
      title={title}
      action={t('Accept')}
      isDisabled={!proposal || proposal.changes.length === 0}
      onAct={async () => {
        if (proposal) await accept(proposal)
      }}
      onClose={onClose}
    >
      {props.children}
      <div aria-live="polite">
        {problem && <p className="problem">{problem}</p>}
        {request && !problem && !proposal && <p role="status">{props.waitText}</p>}
        {proposal && (
          <>
            <Comparison proposal={proposal} others={props.compare?.(proposal) ?? []} />
            <p>{toMoveText(proposal.moved)}</p>
            {props.more?.(proposal)}
          </>
        )}
      </div>
    </Dialog>
  )
}

function useProposal(server: Server, request: { path: string; body: object } | null) {
  const [proposal, setProposal] = useState<unknown>(null)
  const [problem, setProblem] = useState('')
  const asked = request && JSON.stringify(request)

  useEffect(() => {
    setProposal(null)
    setProblem('')
    if (asked === null) return undefined
    const over = new AbortController()
    const { path, body } = JSON.parse(asked) as { path: string; body: object }
    const ask = async () => {
      await server.writersSettled()
      return server.send({ method: 'POST', path, body, signal: over.signal })
    }
    ask().then(
      (found) => !over.signal.aborted && setProposal(found),
      (error: Error) => !over.signal.aborted && setProblem(problemText(error)),
    )
    return () => over.abort()
  }, [server, asked])

  return { proposal, problem }
}

function Comparison({ proposal, others }: { proposal: Proposal; others: readonly Compared[] }) {
  const { before, after } = proposal
  const ends = {
    name: t('The plan ends'),
    now: dateText(before.finish),
    later: dateText(after.finish),
  }
  return (
    <table className="proposal-compared">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('Now')}</th>
          <th scope="col">{t('Then')}</th>
        </tr>
      </thead>
      <tbody>
        {[ends, ...others].map(({ name, now, later }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{now}</td>
            <td>{later}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SomeProps {
  title: string
  /** What each line says, and what stands at its end. */
  lines: readonly (readonly [string, string])[]
}

const mostShown = 20

/** The first lines of a list, and how many more there are. */
export function SomeLines({ title, lines }: SomeProps) {
  if (lines.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className="proposal-lines">
        {lines.slice(0, mostShown).map(([what, how], index) => (
          <li key={index}>
            <span>{what}</span>
            <span>{how}</span>
          </li>
        ))}
      </ul>
      {lines.length > mostShown && (
        <p className="hint">
          {t('and {more} more', { more: (lines.length - mostShown).toLocaleString(locale) })}
        </p>
      )}
    </>
  )
}

/** Wall time as the chart has it. */
export function dateText(date: string | null): string {
  return date === null ? '–' : shortDate.format(new Date(date))
}
