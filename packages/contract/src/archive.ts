import { z } from 'zod'
import { roles } from './accounts.ts'
import { Access, Subject, Thing } from './rules.ts'

/** What stands first in an archive. Archives of another format are refused. */
export const ArchiveOpening = z.looseObject({ format: z.literal('triptych-1') })

/** Some rows of one table, as the database keeps them. */
export const ArchivePage = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
})

/** All that was hidden and is no more: the log still tells of it. */
const Gone = z.strictObject({ kind: z.literal('gone') })

/** What is kept of entries of the drive by their numbers there, here by their paths. Left out where there is none. */
export const ArchiveRules = z.object({
  rules: z.array(z.object({ thing: z.union([Thing, Gone]), subject: Subject, access: Access })),
  quotas: z.array(z.object({ path: z.string(), bytes: z.int().min(0) })),
  // Comments name entries by the numbers they had. Older archives have none.
  commented: z.array(z.object({ path: z.string(), entry: z.int().positive() })).default([]),
})
export type ArchiveRules = z.infer<typeof ArchiveRules>

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
