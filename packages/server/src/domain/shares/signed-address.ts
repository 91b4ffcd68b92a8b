import { createHmac } from 'node:crypto'
import type { AddressPurpose, SignAddresses } from '@triptych/contract/shares'
import type { MayStill } from '../../auth/may-still.ts'
import { authorise } from '../../auth/principal.ts'
import type { Principal } from '../../auth/principal.ts'
import { isSame } from '../../auth/same-text.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { idOf, pathOf } from '../files/path.ts'
import { seenFiles } from '../files/seen-files.ts'
import { refuseUnshareable } from './shareable.ts'
import { driveFor } from '../files/seen-drive.ts'

/** What a signature is for. */
export interface Signed {
  purpose: AddressPurpose
  /** The id in the index: the address goes wherever the entry goes. */
  entry: number
  /** The account that asked for it, and whose rights it has; `null` without accounts. */
  by: string | null
  /** In seconds since 1970. */
  expires: number
}

export interface SignedEntry extends Signed {
  /** The path, as it was sent. */
  id: string
  signature: string
}

/** For each entry what lets anybody open it for a while. */
export async function signAddresses(ctx: Context, input: SignAddresses): Promise<SignedEntry[]> {
  authorise(ctx.principal, 'files.read')
  const drive = await driveFor(ctx)
  const expires = Math.floor(ctx.now().getTime() / 1000) + input.expiresInSeconds
  const signed: SignedEntry[] = []
  for (const id of input.ids) {
    ctx.budget.checkWanted()
    const node = await drive.find(pathOf(id))
    refuseUnshareable(node, 'read')
    const about = { purpose: input.for, entry: node.id, by: ctx.principal.id, expires }
    signed.push({ id, ...about, signature: signatureOf(ctx, about) })
  }
  return signed
}

/** Where the entry is now, and a context in which it may be read and nothing else done. */
export async function openSigned(
  ctx: Context,
  signed: Signed & { signature: string },
  mayStill: MayStill,
): Promise<{ id: string; context: Context }> {
  const { workspace } = ctx
  const isGood =
    isSame(signed.signature, signatureOf(ctx, signed)) &&
    signed.expires * 1000 > ctx.now().getTime()
  const signer = isGood ? await mayStill(signed.by, 'files.read', workspace.name) : null
  if (!signer) throw badAddress()
  const principal: Principal = {
    id: signed.by,
    name: 'address',
    subjects: signer.subjects,
    can: (asked) => asked === 'files.read',
  }
  const context = { ...ctx, principal }
  const path = await workspace.database.read(async (stores) =>
    (await seenFiles(context, stores)).pathOf(signed.entry),
  )
  if (!path) throw new AppError('files.not_found', 'What this address led to is gone.')
  return { id: idOf(path), context }
}

export function badAddress(): AppError {
  const message = 'The signature of this address is wrong, or its time is over.'
  return new AppError('shares.bad_address', message)
}

function signatureOf({ workspace }: Context, { purpose, entry, by, expires }: Signed): string {
  const { name, database } = workspace
  const signed = JSON.stringify(['address', name, database.id, purpose, entry, by, expires])
  return createHmac('sha256', database.secret).update(signed).digest('base64url')
}
