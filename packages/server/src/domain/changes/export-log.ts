import { authorise } from '../../auth/principal.ts'
import { readLog } from './read-log.ts'
import type { LogContext } from './read-log.ts'

/** All entries with everything that is kept of them, a line of JSON each; several lines at once. */
export async function* exportLog(ctx: LogContext): AsyncGenerator<string> {
  authorise(ctx.principal, 'changes.audit')
  for await (const page of readLog(ctx)) {
    yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  }
}
