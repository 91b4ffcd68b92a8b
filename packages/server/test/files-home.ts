import type { Config } from '../src/config/config.ts'
import { engine } from './engine.ts'
import { filesInBucket } from './files-in-bucket.ts'
import { filesOnDisk } from './files-on-disk.ts'
import type { Content, FilesHome } from './found-files.ts'

/** Where the engine of the tests has its files. */
export async function filesHome(content: Content, { data }: Partial<Config>): Promise<FilesHome> {
  return engine === 'sqlite' ? filesOnDisk(content) : filesInBucket(content, data)
}
