import type { Environment } from '../config/environment.ts'

export interface Command {
  summary: string
  help: () => string
  /** Answers the exit code. */
  run: (argv: string[], env: Environment) => number | Promise<number>
}
