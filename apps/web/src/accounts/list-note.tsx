import { t } from '../words/words.ts'
interface Props {
  list: readonly unknown[] | null
  problem: string
  /** What is said where there is nothing. */
  nothing?: string
}

/** What stands below a list: that it comes, that it is empty, or what went wrong. */
export function ListNote({ list, problem, nothing }: Props) {
  if (problem) {
    return (
      <p className="problem" role="alert">
        {problem}
      </p>
    )
  }
  if (!list) return <p className="hint">{t('Loading …')}</p>
  return list.length === 0 && nothing ? <p className="hint">{nothing}</p> : null
}
