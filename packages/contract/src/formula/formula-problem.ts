/** What a formula or a part of it comes to: the type of the column that would hold it. */
export type Kind = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime'

export type ProblemReason =
  /** It ends where more is needed. */
  | 'unfinished'
  /** There is something that cannot be there. */
  | 'unexpected'
  | 'unknown-column'
  | 'unknown-function'
  /** A function is given too little or too much. */
  | 'arguments'
  /** Something of another kind is needed. */
  | 'wrong-kind'
  /** Two things of different kinds cannot stand together. */
  | 'different-kinds'
  /** The column holds JSON. */
  | 'unusable-column'
  /** It would be worked out from itself. */
  | 'circle'
  | 'too-long'
  | 'too-deep'

/** Why a text is no formula, and where in it. */
export interface FormulaProblem {
  reason: ProblemReason
  /** In units of UTF-16, as a text field counts. */
  at: number
  length: number
  /** What stands there, or the name of the column or function. */
  name: string
  /** Of `wrong-kind`. */
  expected?: readonly Kind[]
  /** Of `wrong-kind` and `different-kinds`. */
  found?: Kind | undefined
  /** Of `arguments`. */
  least?: number
  most?: number
}

/** Ends the reading of a formula. */
export class FormulaFault extends Error {
  readonly problem: FormulaProblem

  constructor(problem: FormulaProblem) {
    super(problem.reason)
    this.problem = problem
  }
}

export interface Place {
  at: number
  end: number
}

export function fault(
  reason: ProblemReason,
  { at, end }: Place,
  name: string,
  more: Partial<FormulaProblem> = {},
): FormulaFault {
  return new FormulaFault({ reason, at, length: end - at, name, ...more })
}

/** What `work` answers, or what is wrong. */
export function orProblem<T>(work: () => T): T | { problem: FormulaProblem } {
  try {
    return work()
  } catch (error) {
    if (error instanceof FormulaFault) return { problem: error.problem }
    throw error
  }
}

/** In words, for answers of the server; the page has its own in the language of the person. */
export function problemText(problem: FormulaProblem): string {
  const { reason, name, at, expected = [], found, least = 0, most = 0 } = problem
  const count =
    least === most ? String(least) : `${least} to ${most === Infinity ? 'any number' : most}`
  const what: Record<ProblemReason, string> = {
    unfinished: 'it ends too early',
    unexpected: `${name} cannot stand there`,
    'unknown-column': `there is no column ${name}`,
    'unknown-function': `there is no function ${name}`,
    arguments: `${name} takes ${count} values`,
    'wrong-kind': `${name} must be ${expected.join(' or ')}, not ${found ?? 'empty'}`,
    'different-kinds': `${name} cannot go with ${found ?? 'empty'}`,
    'unusable-column': `${name} holds JSON, with which formulas do not work`,
    circle: `${name} would be worked out from itself`,
    'too-long': 'it is too long',
    'too-deep': 'it is nested too deeply',
  }
  return `${what[reason]} (at ${at + 1})`
}
