import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { openGantt } from './gantt-client.ts'
import type { GanttClient } from './gantt-client.ts'
import { randomStep, usable } from './gantt-random.ts'
import type { Undo } from './gantt-random.ts'
import type { Sent } from './gantt-wire.ts'

const burst = 20

/**
 * Published Gantts that do anything at any time, on servers that come and go. They send nothing
 * again, so what they show may be wrong until they are loaded again: after each burst they are.
 */
export async function stockGanttWork(
  url: string,
  random: SeededRandom,
  isOver: () => boolean,
): Promise<Sent[]> {
  const sent: Sent[] = []
  while (!isOver()) {
    const page = await openUntilLoaded(url)
    const undo: Undo = { tasks: [], links: [] }
    for (let left = burst; left > 0 && !isOver(); left--) {
      const { action, event } = randomStep(random, page, undo)
      if (usable(page).length === page.tasks().length) page.exec(action, event)
      // A store that has lost its way stumbles; its server must not.
      else page.store.in.exec(action, event).catch(() => {})
      await pause(random.between(10, 300))
    }
    await page.idle()
    sent.push(...page.sent)
  }
  return sent
}

export async function openUntilLoaded(url: string): Promise<GanttClient> {
  for (;;) {
    try {
      const page = await openGantt({ url: url.replace(/\/$/, '') })
      if (page.sent.every(({ status }) => status === 200)) return page
    } catch {
      // Nobody has answered; or somebody, that nobody can.
    }
    await pause(100)
  }
}
