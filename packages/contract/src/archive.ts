import { z } from 'zod'

/** What stands first in an archive. Archives of another format are refused. */
export const ArchiveOpening = z.looseObject({ format: z.literal('triptych-1') })

/** Some rows of one table, as the database keeps them. */
export const ArchivePage = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
})

/** What stands last: an archive that ends before it is not complete. */
export const ArchiveClosing = z.object({
  files: z.int(),
  folders: z.int(),
  bytes: z.int(),
  /** Of everything before, in hexadecimal digits. */
  checksum: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.int(), checksum: z.string() })),
  /** Links are left out. */
  links: z.int(),
  /** Files that somebody took away while they were being read. */
  missing: z.array(z.string()),
})
export type ArchiveClosing = z.infer<typeof ArchiveClosing>
