import { z } from 'zod'

const Instant = z.iso.datetime()

/** To read what is there, or to put something there without seeing what is. */
export const shareAccess = ['read', 'upload'] as const
export type ShareAccess = (typeof shareAccess)[number]

export const Share = z
  .object({
    id: z.string(),
    file: z.string().meta({ description: 'The path of the file or folder, as it is now.' }),
    type: z.enum(['file', 'folder']),
    access: z.enum(shareAccess),
    name: z.string().nullable().meta({ description: 'What the sharer calls it.' }),
    sharer: z.string().nullable().meta({
      description: 'The account it was made by; `null` where there were none.',
    }),
    hasPassword: z.boolean(),
    downloads: z
      .int()
      .nullable()
      .meta({ description: 'How many there may be; `null`: as many as you like.' }),
    downloaded: z.int().meta({ description: 'How many there were.' }),
    createdAt: Instant,
    expiresAt: Instant.nullable(),
  })
  .meta({
    id: 'Share',
    description: 'A link by which somebody without an account reaches a file or a folder.',
  })
export type Share = z.infer<typeof Share>

/** So many attempts are not enough to guess even a short one, but four letters are a word. */
export const SharePassword = z.string().min(4).max(256)

export const NewShare = z
  .object({
    id: z.string().meta({ description: 'The path of a file or folder.' }),
    access: z.enum(shareAccess).meta({
      description: 'To read, or, of a folder, to upload into it without seeing what is there.',
    }),
    password: SharePassword.nullable().default(null),
    expiresInDays: z.int().min(1).max(3650).nullable().default(null),
    downloads: z
      .int()
      .min(1)
      .max(1_000_000)
      .nullable()
      .default(null)
      .meta({ description: 'How often something may be downloaded. Only where one may read.' }),
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .nullable()
      .default(null)
      .meta({ description: 'What you call it; whoever has the link does not see it.' }),
  })
  .meta({ id: 'NewShare' })
export type NewShare = z.infer<typeof NewShare>

export const MadeShare = Share.extend({
  link: z.string().meta({ description: 'Told here, and nowhere again.' }),
}).meta({ id: 'MadeShare', description: 'A new share, with its link.' })
export type MadeShare = z.infer<typeof MadeShare>

/** Of what a signed address may be. */
export const addressPurposes = ['direct', 'preview'] as const
export type AddressPurpose = (typeof addressPurposes)[number]

/** A week. */
export const longestAddressSeconds = 7 * 24 * 60 * 60

export const SignAddresses = z
  .object({
    ids: z.array(z.string()).min(1).max(1000).meta({ description: 'Paths.' }),
    for: z.enum(addressPurposes).meta({ description: 'The bytes, or a small picture.' }),
    expiresInSeconds: z.int().min(1).max(longestAddressSeconds).default(3600),
  })
  .meta({ id: 'SignAddresses' })
export type SignAddresses = z.infer<typeof SignAddresses>

export const SignedAddress = z
  .object({
    id: z.string().meta({ description: 'The path, as it was sent.' }),
    address: z.string(),
    expiresAt: Instant,
  })
  .meta({
    id: 'SignedAddress',
    description: 'An address that needs no credentials for as long as it lasts.',
  })
export type SignedAddress = z.infer<typeof SignedAddress>
