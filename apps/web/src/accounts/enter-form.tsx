import { useState } from 'react'
import type { ReactNode } from 'react'
import { problemText } from '../failure-text.ts'
import { t } from '../words/words.ts'

interface Props {
  action: string
  onSubmit: (fields: Record<string, string>) => Promise<void>
  children: ReactNode
}

/** A form that is read when it is sent: what a password manager fills in tells nobody of it. */
export function EnterForm({ action, onSubmit, children }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function submit(form: HTMLFormElement): Promise<void> {
    setBusy(true)
    setProblem('')
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>
    try {
      await onSubmit(fields)
    } catch (error) {
      setProblem(problemText(error as Error))
      form.querySelector<HTMLInputElement>('input[name=password]')?.select()
    }
    setBusy(false)
  }

  return (
    <form
      className="enter-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit(event.currentTarget)
      }}
    >
      {children}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="button primary" disabled={isBusy}>
        {isBusy ? t('One moment …') : action}
      </button>
    </form>
  )
}
