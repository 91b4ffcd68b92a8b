import type { TestContext } from 'node:test'
import { run } from '../src/cli/triptych.ts'

/** The command of a person; answers its exit code and what it said. */
export async function person(
  t: TestContext,
  ...argv: string[]
): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const writes = [process.stdout, process.stderr].map((stream) =>
    t.mock.method(stream, 'write', (text: string) => said.push(text)),
  )
  try {
    return { code: await run(argv, {}), said: said.join('') }
  } finally {
    for (const write of writes) write.mock.restore()
  }
}
