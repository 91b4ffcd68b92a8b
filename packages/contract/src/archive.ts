import { z } from 'zod'
import { roles } from './accounts.ts'
import { Access, Subject, Thing } from './rules.ts'

/** What an archive may be asked to leave out. */
export const archiveExtras = ['history', 'trash', 'versions'] as const
export type ArchiveExtra = (typeof archiveExtras)[number]
export const ArchiveExtras = z.array(z.enum(archiveExtras))

const extra = `(${archiveExtras.join('|')})`
/** Some of them, with commas between them. */
export const ArchiveWithout = z
  .string()
  .regex(new RegExp(`^${extra}(,${extra})*$`))
  .meta({
    description:
      'What is to be left out: `history`, `trash` and `versions`, with commas between them.',
  })

export function extrasIn(without: string): ArchiveExtra[] {
  return archiveExtras.filter((one) => without.split(',').includes(one))
}

/**
 * What stands first in an archive. Archives of another format are refused. Those of the first one have neither trash nor
 * versions, and name files by their paths only.
 */
export const ArchiveOpening = z.looseObject({ format: z.enum(['triptych-1', 'triptych-2']) })
export type ArchiveOpening = z.infer<typeof ArchiveOpening>

/** Some rows of one table, as the database keeps them. */
export const ArchivePage = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
})

/** All that was hidden and is no more: the log still tells of it. */
const Gone = z.strictObject({ kind: z.literal('gone') })

const EntryId = z.int().positive()

/** Some entries of the drive with the numbers they have there, which they keep wherever they come to. */
export const ArchiveEntries = z.array(
  z.strictObject({
    id: EntryId.min(3),
    parent: EntryId,
    name: z.string(),
    kind: z.enum(['file', 'folder']),
  }),
)
export type ArchiveEntries = z.infer<typeof ArchiveEntries>

/** What is in the trash, and former states of files. Their bytes stand in the archive by the number of their entry. */
export const ArchiveKept = z.array(
  z.strictObject({
    node: EntryId.min(3),
    kind: z.enum(['deleted', 'version']),
    of: EntryId.nullable(),
    parent: EntryId,
    path: z.string(),
    at: z.int(),
    actor: z.string().nullable(),
    actorId: z.string().nullable(),
  }),
)
export type ArchiveKept = z.infer<typeof ArchiveKept>

/** A file or folder by the number of its entry, be it in the trash or not. */
const EntryThing = z.strictObject({ kind: z.literal('entry'), entry: EntryId })

/** Rules and quotas. Left out where there are none. */
export const ArchiveRules = z.object({
  rules: z.array(
    z.object({ thing: z.union([Thing, Gone, EntryThing]), subject: Subject, access: Access }),
  ),
  quotas: z.array(
    z.object({ path: z.string().optional(), entry: EntryId.optional(), bytes: z.int().min(0) }),
  ),
  // Only in archives that have no numbers: by which of them comments name entries.
  commented: z.array(z.object({ path: z.string(), entry: EntryId })).default([]),
})
export type ArchiveRules = z.infer<typeof ArchiveRules>

const ArchiveTotals = z.object({ files: z.int(), folders: z.int(), bytes: z.int() })

/** What stands last: an archive that ends before it is not complete. */
export const ArchiveClosing = z.object({
  files: z.int(),
  folders: z.int(),
  bytes: z.int(),
  /** Of everything before, in hexadecimal digits. */
  checksum: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.int(), checksum: z.string() })),
  /** In the trash, and of former states of files. */
  kept: ArchiveTotals.default({ files: 0, folders: 0, bytes: 0 }),
  /** Links are left out. */
  links: z.int(),
  /** Files that somebody took away while they were being read. */
  missing: z.array(z.string()),
})
export type ArchiveClosing = z.infer<typeof ArchiveClosing>

/** The accounts of a server, without what passes: nobody is logged in by them, and no link is kept. */
export const KeptAccounts = z.object({
  accounts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      key: z.string(),
      password: z.string().nullable(),
      isOwner: z.boolean(),
      createdAt: z.int(),
    }),
  ),
  tokens: z.array(
    z.object({
      id: z.string(),
      account: z.string(),
      hash: z.string(),
      name: z.string(),
      access: z.enum(['read', 'write']),
      workspaces: z.array(z.string()).nullable(),
      createdAt: z.int(),
      expiresAt: z.int().nullable(),
      usedAt: z.int().nullable(),
    }),
  ),
  // Older backups have none.
  passkeys: z
    .array(
      z.object({
        id: z.string(),
        account: z.string(),
        credential: z.string(),
        publicKey: z.string(),
        counter: z.int(),
        transports: z.array(z.string()),
        site: z.string(),
        name: z.string(),
        isSynced: z.boolean(),
        createdAt: z.int(),
        usedAt: z.int().nullable(),
      }),
    )
    .default([]),
  mails: z.array(z.object({ account: z.string(), mail: z.string() })).default([]),
  groups: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      key: z.string(),
      members: z.array(z.string()),
    }),
  ),
  grants: z.array(
    z.object({
      workspace: z.string(),
      kind: z.enum(['account', 'group']),
      subject: z.string(),
      role: z.enum(roles),
    }),
  ),
  identities: z.array(z.object({ provider: z.string(), subject: z.string(), account: z.string() })),
})
export type KeptAccounts = z.infer<typeof KeptAccounts>

/** They lie beside the archives of the workspaces. */
export const AccountsFile = z.object({
  format: z.literal('triptych-accounts-1'),
  /** SHA-256 of `kept` as it is written, in hexadecimal digits. */
  checksum: z.string(),
  kept: z.unknown(),
})
