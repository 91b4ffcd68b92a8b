import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import type { ServerGroup } from './server-group.ts'

interface Trouble {
  /** One bout; all is well again when it resolves. */
  begin(group: ServerGroup, random: SeededRandom): Promise<unknown>
  /** At most so long it is quiet afterwards. */
  restMs: number
}

/** Each is what an operator fears. */
const troubles = {
  /** Kill -9; whoever runs it starts it again. */
  server: {
    begin: (group, random) => group.killOne((count) => random.between(0, count - 1)),
    restMs: 2000,
  },
  postgres: {
    async begin({ postgres }, random) {
      await postgres.kill()
      await pause(random.between(0, 1500))
      await postgres.start()
    },
    restMs: 6000,
  },
  store: {
    async begin({ s3 }) {
      await s3.kill()
      await pause(10_000)
      await s3.start()
    },
    restMs: 20_000,
  },
  lines: {
    async begin({ lines }, random) {
      const line = random.pick([lines.clients, lines.database, lines.storage])
      const share = random.pick([0.1, 0.5, 1])
      line.cut(() => random.next() < share)
    },
    restMs: 1000,
  },
} satisfies Record<string, Trouble>

export type TroubleName = keyof typeof troubles

/** Each kind by itself, one bout after the other, for so long. Answers how many there were. */
export async function trouble(
  group: ServerGroup,
  names: readonly TroubleName[],
  random: SeededRandom,
  seconds: number,
): Promise<Record<string, number>> {
  const end = performance.now() + seconds * 1000
  const bouts: Record<string, number> = {}
  await Promise.all(
    names.map(async (name) => {
      const one: Trouble = troubles[name]
      for (bouts[name] = 0; performance.now() < end; bouts[name]++) {
        await one.begin(group, random)
        const left = Math.max(0, end - performance.now())
        await pause(Math.min(random.between(0, one.restMs), left))
      }
    }),
  )
  return bouts
}
