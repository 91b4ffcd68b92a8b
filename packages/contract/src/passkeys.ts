import { z } from 'zod'
import { PasswordAgain } from './accounts.ts'

/** As many as anybody has devices. */
export const maxPasskeys = 20

const PasskeyName = z.string().trim().min(1).max(100)
const Instant = z.iso.datetime()

export const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    site: z.string().meta({ description: 'The host that it is for; it works nowhere else.' }),
    isSynced: z.boolean().meta({ description: 'Whether its keeper has it on several devices.' }),
    createdAt: Instant,
    usedAt: Instant.nullable(),
  })
  .meta({
    id: 'Passkey',
    description: 'What a device or a password manager shows instead of a password.',
  })
export type Passkey = z.infer<typeof Passkey>

export const PasskeyChange = z.strictObject({ name: PasskeyName })
export type PasskeyChange = z.infer<typeof PasskeyChange>

export const PasskeyBeginning = z.strictObject({ password: PasswordAgain })

/** Bytes as browsers write them. */
const Base64Url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/, 'base64url')

const credential = {
  id: Base64Url(2000),
  rawId: Base64Url(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
}

/** What browsers say besides is left aside. */
export const NewCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64Url(10_000),
      attestationObject: Base64Url(50_000),
      transports: z.array(z.string().max(50)).max(20).default([]),
    }),
  })
  .meta({
    id: 'NewCredential',
    description: 'A `PublicKeyCredential` as `toJSON()` writes it, new.',
  })
export type NewCredential = z.infer<typeof NewCredential>

export const ShownCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64Url(10_000),
      authenticatorData: Base64Url(10_000),
      signature: Base64Url(10_000),
      userHandle: Base64Url(200).nullish(),
    }),
  })
  .meta({
    id: 'ShownCredential',
    description: 'A `PublicKeyCredential` as `toJSON()` writes it, used.',
  })
export type ShownCredential = z.infer<typeof ShownCredential>

export const NewPasskey = z.strictObject({ name: PasskeyName, credential: NewCredential })
export type NewPasskey = z.infer<typeof NewPasskey>

export const PasskeyLogin = z.strictObject({ credential: ShownCredential })
export type PasskeyLogin = z.infer<typeof PasskeyLogin>

/** The widest that the two have in common; what is in them is for the browser alone. */
const forBrowser = {
  challenge: z.string().meta({ description: 'To be signed once, within five minutes.' }),
  timeout: z.int().optional(),
}

export const NewPasskeyOptions = z
  .looseObject({ ...forBrowser, rp: z.object({ name: z.string(), id: z.string().optional() }) })
  .meta({
    id: 'NewPasskeyOptions',
    description: 'What `PublicKeyCredential.parseCreationOptionsFromJSON()` takes.',
  })
export type NewPasskeyOptions = z.infer<typeof NewPasskeyOptions>

export const PasskeyLoginOptions = z
  .looseObject({ ...forBrowser, rpId: z.string().optional() })
  .meta({
    id: 'PasskeyLoginOptions',
    description: 'What `PublicKeyCredential.parseRequestOptionsFromJSON()` takes.',
  })
export type PasskeyLoginOptions = z.infer<typeof PasskeyLoginOptions>
