import { makeTemplate } from './postgres-template.ts'
import { memoryFolder, startPostgres } from './postgres.ts'
import { cannotUseS3, startS3 } from './s3.ts'

export interface Services {
  /** What tests are told of them. */
  env: Record<string, string>
  stop(): Promise<void>
}

/** What many tests share, so that it is started once. */
export async function startServices(wanted: ReadonlySet<'postgres' | 's3'>): Promise<Services> {
  const env: Record<string, string> = {}
  const stops: (() => Promise<void>)[] = []

  async function bringPostgres(): Promise<void> {
    // Nobody kills this one; whoever does has one of its own, which waits for the disk.
    const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }
    const postgres = await startPostgres(settings, memoryFolder())
    stops.push(() => postgres.stop())
    env['TRIPTYCH_TEST_POSTGRES'] = postgres.url
    env['TRIPTYCH_TEST_TEMPLATE'] = await makeTemplate(postgres.url)
  }

  async function bringS3(): Promise<void> {
    if (cannotUseS3()) return
    const s3 = await startS3()
    stops.push(() => s3.stop())
    env['TRIPTYCH_TEST_S3'] = s3.url
  }

  if (wanted.has('postgres')) await bringPostgres()
  if (wanted.has('s3')) await bringS3()
  return {
    env,
    async stop() {
      for (const stop of stops) await stop()
    },
  }
}
