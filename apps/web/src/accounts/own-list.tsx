import type { AskAuth } from './ask-auth.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { ListNote } from './list-note.tsx'
import { useAnswer } from './use-answer.ts'
import { useWork } from './use-work.ts'
import { t } from '../words/words.ts'

interface Named {
  id: string
  name: string
}

interface Own<T> {
  /** `null` until it is known. */
  list: T[] | null
  problem: string
  isBusy: boolean
  again: () => Promise<void>
  remove: (id: string) => void
}

/** What lies below a path, is mine, and can be taken back one by one. */
export function useOwn<T extends Named>(ask: AskAuth, path: string): Own<T> {
  const { answer, problem, again } = useAnswer(() => ask<T[]>('GET', path))
  const work = useWork()
  return {
    list: answer,
    problem: problem || work.problem,
    isBusy: work.isBusy,
    again,
    remove: (id) => void work.run(() => ask('DELETE', `${path}/${encodeURIComponent(id)}`), again),
  }
}

interface Props<T> {
  own: Own<T>
  /** What is told of one besides its name. */
  describe: (one: T) => readonly (string | null)[]
}

export function OwnList<T extends Named>({ own, describe }: Props<T>) {
  return (
    <>
      <ul className="rows">
        {own.list?.map((one) => (
          <li key={one.id}>
            <span className="what">
              <strong>{one.name}</strong>
              <small>
                {describe(one)
                  .filter((part) => part !== null)
                  .join(' · ')}
              </small>
            </span>
            <ConfirmButton
              label={t('Remove')}
              of={one.name}
              isDisabled={own.isBusy}
              onConfirm={() => own.remove(one.id)}
            />
          </li>
        ))}
      </ul>
      <ListNote list={own.list} problem={own.problem} nothing={t('There is none yet.')} />
    </>
  )
}
