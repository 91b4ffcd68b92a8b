import type { Box, PictureFacts, Thumbnail } from '../../ports/pictures.ts'

/** What a worker is asked. `box` is there when a thumbnail is wanted. */
export interface Job {
  bytes: Uint8Array
  box: Box | null
}

/** What a worker says: once that it is ready, then one answer to each job. */
export type Answer =
  | { ready: true }
  | { thumbnail: Thumbnail | null }
  | { facts: PictureFacts | null }
