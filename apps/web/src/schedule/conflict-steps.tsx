import type { Analysis, Conflict } from '@triptych/contract/schedule'
import alert from 'lucide-static/icons/triangle-alert.svg?raw'
import next from 'lucide-static/icons/chevron-down.svg?raw'
import previous from 'lucide-static/icons/chevron-up.svg?raw'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { conflictText, taskOf } from './analysis-text.ts'
import type { PlanNames } from './plan-names.ts'
import { counted, t } from '../words/words.ts'

interface ConflictStepsProps {
  analysis: Analysis | null
  names: PlanNames
  onTask: (task: number) => void
}

const kinds: readonly (readonly [Conflict['kind'], string])[] = [
  ['link', t('Links that are not kept to')],
  ['constraint', t('Constraints that cannot hold')],
  ['deadline', t('Deadlines that are missed')],
  ['circle', t('Tasks that wait for each other')],
  ['calendar', t('Calendars without work')],
]

/** What does not fit, as one list that can be gone through while the plan stays in sight. */
export function ConflictSteps({ analysis, names, onTask }: ConflictStepsProps) {
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const conflicts = kinds.flatMap(([kind]) =>
    (analysis?.conflicts ?? []).filter((one) => one.kind === kind),
  )
  const current = conflicts.findIndex((one) => keyOf(one) === at)
  if (conflicts.length === 0) return null

  function go(conflict: Conflict): void {
    setAt(keyOf(conflict))
    const task = taskOf(conflict, names)
    if (task !== null) onTask(task)
  }

  function step(by: 1 | -1): void {
    const from = current < 0 && by < 0 ? 0 : current
    go(conflicts[(from + by + conflicts.length) % conflicts.length]!)
  }

  return (
    <div
      className="conflict-steps"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        className="plain conflict-count"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon svg={alert} />
        {counted(conflicts.length, '{count} conflict', '{count} conflicts')}
      </button>
      {isOpen && (
        <>
          <button
            type="button"
            className="plain icon-only"
            aria-label={t('Previous conflict')}
            title={t('Previous conflict')}
            onClick={() => step(-1)}
          >
            <Icon svg={previous} />
          </button>
          <button
            type="button"
            className="plain icon-only"
            aria-label={t('Next conflict')}
            title={t('Next conflict')}
            onClick={() => step(1)}
          >
            <Icon svg={next} />
          </button>
          <span role="status">
            {current >= 0 &&
              t('{number} of {total}', { number: current + 1, total: conflicts.length })}
          </span>
          <div className="conflict-list">
            {kinds.map(([kind, title]) => (
              <Kind
                key={kind}
                {...{ title, names, at, go }}
                conflicts={conflicts.filter((one) => one.kind === kind)}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

interface KindProps {
  title: string
  conflicts: readonly Conflict[]
  names: PlanNames
  /** The one that is looked at. */
  at: string | null
  go: (conflict: Conflict) => void
}

function Kind({ title, conflicts, names, at, go }: KindProps) {
  if (conflicts.length === 0) return null
  return (
    <section>
      <h3>{`${title} · ${conflicts.length}`}</h3>
      <ul>
        {conflicts.map((conflict) => (
          <Row
            key={keyOf(conflict)}
            isCurrent={keyOf(conflict) === at}
            text={conflictText(conflict, names)}
            onGo={() => go(conflict)}
          />
        ))}
      </ul>
    </section>
  )
}

function Row({ text, isCurrent, onGo }: { text: string; isCurrent: boolean; onGo: () => void }) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li>
      <button
        ref={row}
        type="button"
        className="plain"
        aria-current={isCurrent || undefined}
        onClick={onGo}
      >
        {text}
      </button>
    </li>
  )
}

function keyOf({ kind, task, link, tasks, calendar }: Conflict): string {
  return JSON.stringify([kind, task, link, tasks, calendar])
}
