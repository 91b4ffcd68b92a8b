import type { Baseline, ComparedTask } from '@triptych/contract/baselines'
import { createContext } from 'react'

type Id = string | number

/** Where a task stood. */
export interface BaseDates {
  start: Date
  end: Date
  isMilestone: boolean
}

/** The baseline that is shown, for everything inside the widget that shows it. */
export interface BaselineState {
  baseline: Baseline | null
  datesOf: (task: Id) => BaseDates | undefined
  /** What became of a task; `null`: it is as it was, `undefined`: that is not known. */
  changeOf: (task: Id) => ComparedTask | null | undefined
  minutesPerDay: number
}

export const noBaseline: BaselineState = {
  baseline: null,
  datesOf: () => undefined,
  changeOf: () => undefined,
  minutesPerDay: 480,
}

export const BaselineContext = createContext(noBaseline)
