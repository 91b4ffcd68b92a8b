import { maxRowsChanged } from '@triptych/contract/many-rows'
import { AppError } from './errors.ts'

/** What one transaction may cost, whatever it consists of. */
export const costLimits = {
  /** Of answers, which are held until the commit. */
  answerBytes: 32 * 1024 * 1024,
  /** That filters have found, to be changed or deleted. */
  rows: maxRowsChanged,
  /** Tasks that are copied, and those that are looked through for that. */
  tasks: 20_000,
  /** Of what is read to be written again: copies, and rows that are put. JSON is twenty times as large when read. */
  bytes: 8 * 1024 * 1024,
  /** From the first statement on; only a batch can take so long, and only on a machine that is busy. */
  seconds: 120,
}

/** What is changed or deleted and holds more text than this is told of in the log by its number: it is not read. */
export const bytesToldApart = costLimits.bytes

export type Cost = keyof typeof costLimits

/** Ends a transaction as a whole, also one of parts that may fail. */
export class TooCostly extends AppError {
  override name = 'TooCostly'
}

/**
 * What a request may still cost. Everything it asks for spends from it, and the engine asks it before every
 * statement of a transaction, so that nothing goes on for ever or for nobody.
 */
export interface Budget {
  /** A transaction begins, or begins again. */
  begin(): void
  /** Throws where that is more than is left. */
  spend(cost: Cost, amount: number): void
  /** Throws where nobody waits for the request any more. */
  checkWanted(): void
  /** The same after a while, and where the time of the transaction is up or it has spent too much. */
  check(): void
}

/** A change that is made sooner is made, also for somebody who has closed the page right after it. */
const patienceMs = 2000

/** `isGone` tells whether nobody waits for the answer any more. */
export function newBudget(isGone: () => boolean): Budget {
  const came = performance.now()
  let began = came
  let spent: Partial<Record<Cost, number>> = {}
  /** Why it was ended: the same work would come to the same end. */
  let refusal: TooCostly | null = null

  function spend(cost: Cost, amount: number): void {
    const sum = (spent[cost] ?? 0) + amount
    spent[cost] = sum
    if (sum > costLimits[cost]) throw refuse(tooCostly(cost))
  }

  function refuse(reason: TooCostly): TooCostly {
    refusal = reason
    return reason
  }

  function checkWanted(): void {
    if (isGone()) throw refuse(abandoned())
  }

  return {
    begin() {
      began = performance.now()
      spent = {}
    },
    spend,
    checkWanted,
    check() {
      if (refusal) throw refusal
      const now = performance.now()
      if (now - began > costLimits.seconds * 1000) throw refuse(tooCostly('seconds'))
      if (now - came > patienceMs) checkWanted()
    },
  }
}

/** Of somebody who runs the server, and waits. */
export function freeBudget(): Budget {
  return { begin() {}, spend() {}, checkWanted() {}, check() {} }
}

function abandoned(): TooCostly {
  return new TooCostly('unavailable', 'Nobody waits for the answer any more; nothing was changed.')
}

const words: Record<Cost, string> = {
  answerBytes: 'bytes of answers',
  rows: 'rows found by filters',
  tasks: 'tasks to copy',
  bytes: 'bytes to read and write again',
  seconds: 'seconds',
}

function tooCostly(cost: Cost): TooCostly {
  const limit = costLimits[cost]
  const message = `One request may take ${limit.toLocaleString('en')} ${words[cost]}; nothing was changed. Ask for less at once.`
  return new TooCostly('request.too_costly', message, { cost, limit })
}
