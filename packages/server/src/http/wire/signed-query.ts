import type { AddressPurpose } from '@triptych/contract/shares'
import { z } from 'zod'
import type { MayStill } from '../../auth/may-still.ts'
import { badAddress, openSigned } from '../../domain/shares/signed-address.ts'
import type { SignedEntry } from '../../domain/shares/signed-address.ts'
import type { Call } from '../call.ts'
import { hasParameter } from './query.ts'

/** What an address bears that needs no credentials. Its `id` is a number, and no path. */
export const signedQuery = {
  by: z.string().max(64).optional().meta({
    description: 'Of a signed address: the account whose rights it has.',
  }),
  expires: z.int().min(0).max(9_999_999_999).optional().meta({
    description: 'Of a signed address: when its time is over, in seconds since 1970.',
  }),
  signature: z.string().max(100).optional().meta({
    description: 'Of a signed address, which needs no credentials (`POST /shares/addresses`).',
  }),
}

interface SignedValues {
  by: string | undefined
  expires: number | undefined
  signature: string | undefined
}

/** Nobody learns from an address without a good signature which workspaces there are. */
export function refusalOfUnsigned(url: string): ReturnType<typeof badAddress> | null {
  return hasParameter(url, 'signature') ? badAddress() : null
}

export function writtenQuery({ entry, by, expires, signature }: SignedEntry): string {
  const query = new URLSearchParams({
    id: String(entry),
    ...(by !== null && { by }),
    expires: String(expires),
    signature,
  })
  return query.toString()
}

/** The call and the path it is about: as they are, or as the signature of the address has them. */
export async function signedCall(
  call: Call,
  ids: readonly string[],
  { by, expires, signature }: SignedValues,
  { purpose, mayStill }: { purpose: AddressPurpose; mayStill: MayStill },
): Promise<{ call: Call; ids: readonly string[] }> {
  if (by === undefined && expires === undefined && signature === undefined) return { call, ids }
  const [id = ''] = ids
  const isWhole = ids.length === 1 && /^\/[1-9]\d{0,14}$/.test(id)
  if (!isWhole || expires === undefined || signature === undefined) throw badAddress()
  const signed = { purpose, entry: Number(id.slice(1)), by: by ?? null, expires, signature }
  const opened = await openSigned(call.context, signed, mayStill)
  return { call: { ...call, context: opened.context }, ids: [opened.id] }
}
