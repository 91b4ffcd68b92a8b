import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useRights } from '../../accounts/rights.ts'
import type { ViewProps } from '../../view.ts'
import type { Workspaces } from '../../workspaces.ts'
import { reasonOf, t } from '../../words/words.ts'
import './plan-name.css'

interface PlanNameProps extends Pick<Workspaces, 'title' | 'rename'>, Pick<ViewProps, 'tell'> {}

/** How the plan is called, as its workspace is. Whoever may call that otherwise writes it in its place. */
export function PlanName({ title, rename, tell }: PlanNameProps) {
  const { limit: mayRename } = useRights()
  const [isEdited, setEdited] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [isLeft, setLeft] = useState(false)

  useEffect(() => {
    if (isLeft) button.current?.focus()
    setLeft(false)
  }, [isLeft])

  function close(byKey: boolean): void {
    setEdited(false)
    setLeft(byKey)
  }

  async function name(next: string): Promise<void> {
    await rename(next)
    tell({
      kind: 'info',
      text: t('The plan and its workspace are called “{name}” now.', { name: next }),
      action: { label: t('Undo'), run: () => void takeBack() },
    })
  }

  async function takeBack(): Promise<void> {
    try {
      await rename(title)
    } catch (error) {
      tell({ kind: 'error', text: reasonOf(error as Error) })
    }
  }

  if (isEdited) return <NameField title={title} onName={name} onClose={close} />
  return (
    <h2 className="plan-name" title={title}>
      {mayRename ? (
        <button
          ref={button}
          type="button"
          aria-description={t('Rename the plan')}
          title={`${title}\n${t('Rename the plan')} (F2)`}
          onClick={() => setEdited(true)}
          onKeyDown={(event) => {
            if (event.key !== 'F2') return
            event.preventDefault()
            setEdited(true)
          }}
        >
          {title}
        </button>
      ) : (
        title
      )}
    </h2>
  )
}

interface NameFieldProps {
  title: string
  /** Saves it, or throws why not. */
  onName: (name: string) => Promise<void>
  onClose: (byKey: boolean) => void
}

function NameField({ title, onName, onClose }: NameFieldProps) {
  const [text, setText] = useState(title)
  const [problem, setProblem] = useState('')
  /** It is saved, or taken back: a field that goes away is left once more. */
  const isOver = useRef(false)
  const id = useId()
  const name = text.trim()

  function close(byKey: boolean): void {
    isOver.current = true
    onClose(byKey)
  }

  async function save(byKey: boolean): Promise<void> {
    if (isOver.current) return
    if (name === title || (name === '' && !byKey)) return close(byKey)
    if (name === '') return setProblem(t('A plan needs a name.'))
    isOver.current = true
    try {
      await onName(name)
      close(byKey)
    } catch (error) {
      setProblem(reasonOf(error as Error))
      isOver.current = false
    }
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    // Not the panel of a task.
    event.stopPropagation()
    if (event.key === 'Escape') close(true)
    else void save(true)
  }

  return (
    <span className="plan-name edited">
      <input
        className="control"
        aria-label={t('Name of the plan')}
        aria-invalid={problem !== ''}
        aria-describedby={problem ? id : undefined}
        value={text}
        maxLength={100}
        autoFocus
        autoComplete="off"
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          setText(target.value)
          setProblem('')
        }}
        onBlur={() => void save(false)}
        onKeyDown={press}
      />
      {problem && (
        <small id={id} className="problem" role="alert">
          {problem}
        </small>
      )}
    </span>
  )
}
