import type {
  FormulaProblem,
  Kind,
  ProblemReason,
} from '@triptych/contract/formula/formula-problem'
import type { Column } from '@triptych/contract/tables'
import { columnKinds } from './column-kinds.ts'
import { t } from '../../words/words.ts'

export function kindName(kind: Kind): string {
  return columnKinds[kind]
}

/** Why a text is no formula, for people. */
export function formulaReason(problem: FormulaProblem): string {
  const { reason, name, expected = [], found, least = 0, most = 0 } = problem
  const kinds = expected.map(kindName).join(', ')
  const values = {
    name,
    kinds,
    kind: found ? kindName(found) : '',
    count: least === most ? least : `${least}–${most === Infinity ? '∞' : most}`,
    place: problem.at + 1,
  }
  const texts: Record<ProblemReason, string> = {
    unfinished: t('It is not finished yet.'),
    unexpected: t('“{name}” cannot stand there (sign {place}).', values),
    'unknown-column': t('There is no column “{name}”.', values),
    'unknown-function': t('There is no function “{name}”.', values),
    arguments: t('“{name}” takes {count} values.', values),
    'wrong-kind': t('“{name}” does not fit there: {kind} in place of {kinds}.', values),
    'different-kinds': t('“{name}” does not go with the other: that is {kind}.', values),
    'unusable-column': t('“{name}” holds JSON, of which nothing is worked out.', values),
    circle: t('“{name}” would be worked out from itself.', values),
    'too-long': t('It is too long.'),
    'too-deep': t('It has too many brackets in each other.'),
  }
  return texts[reason]
}

/** Why a cell cannot be written, or what its column is. */
export function workedOutText({ name, formula = '' }: Pick<Column, 'name' | 'formula'>): string {
  return t('{column} is worked out: {formula}', { column: name, formula })
}
