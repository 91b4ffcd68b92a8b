import type { Config } from '../config/config.ts'
import type { SharedContext } from '../open-data.ts'

/** Opens the data without a server in front of it. */
export async function withData<T>(
  config: Config,
  work: (shared: SharedContext) => Promise<T>,
): Promise<T> {
  // Loaded late, as by `serve`.
  const { openData } = await import('../open-data.ts')
  const { shared, closeData } = openData(config, () => {})
  try {
    return await work(shared)
  } finally {
    await closeData()
  }
}
