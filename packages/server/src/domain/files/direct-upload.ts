import { createHmac } from 'node:crypto'
import type { FileReference, NameConflict } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import { isSame } from '../../auth/same-text.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { DirectDrive, DirectUpload, Drive, PartAddresses } from '../../ports/drive.ts'
import { hasArrived } from './arriving-files.ts'
import { folderToFill } from './entries-to-change.ts'
import { clashesIn } from './name-clash.ts'
import { pathOf, referenceTo, refuseTooDeep, relativePath } from './path.ts'
import { refuseTooMuch } from './quota.ts'
import { driveFor } from './seen-drive.ts'
import { wantedFor } from './upload-file.ts'

const mebi = 1024 * 1024

/** Of less than this the requests beside it cost more than it spares. */
export const leastDirect = 16 * mebi

/** All of one upload is signed at once, and a browser holds some parts in memory. */
const mostParts = 1000
const leastPart = 8 * mebi
const mostPart = 64 * mebi

/** How many bytes each part of a file has, the last one excepted; `null`: it is not sent in parts. */
export function partBytesFor(size: number): number | null {
  const partBytes = Math.max(leastPart, Math.ceil(size / mostParts / mebi) * mebi)
  return size < leastDirect || partBytes > mostPart ? null : partBytes
}

/** The same as it is here: `null` where the bytes come through the server. */
export async function uploadWay(ctx: Context, size: number): Promise<number | null> {
  authorise(ctx.principal, 'files.write')
  const { direct } = await driveFor(ctx)
  const partBytes = partBytesFor(size)
  return direct && partBytes !== null && (await direct.isPossible()) ? partBytes : null
}

/** Where a file is to go. */
export interface Destination {
  /** The folder. */
  id: string
  /** May name folders on the way, as with `uploadFile`. */
  name: string
  conflict?: NameConflict | undefined
}

export interface Announced extends Destination {
  size: number
  /** SHA-256 of each part, in hexadecimal digits. */
  parts: string[]
}

export interface Begun {
  /** What it is called when it is completed. */
  upload: string
  parts: PartAddresses
}

/** What would be refused at the end is refused now, as far as it can be known; nothing is decided by it. */
export async function beginUpload(
  ctx: Context,
  { size, parts, ...destination }: Announced,
  limit: number,
): Promise<Begun> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  await refuseHopeless(ctx, drive, destination, size)
  if (size > limit) {
    throw new AppError('files.too_large', `A file may have at most ${limit} bytes.`)
  }
  const partBytes = await uploadWay(ctx, size)
  if (!drive.direct || partBytes === null) throw noDirectUploads()
  const count = Math.ceil(size / partBytes)
  if (parts.length !== count) {
    const message = `A file of ${size} bytes has ${count} parts of ${partBytes} bytes here.`
    throw new AppError('body.invalid', message, { field: 'parts' })
  }
  const begun = await drive.direct.begin(ownerOf(ctx), { size, partBytes, parts })
  return { upload: ticketFor(ctx, begun.upload), parts: begun.parts }
}

/** The bytes are there as announced; from here on it is as with any other upload. */
export async function completeUpload(
  ctx: Context,
  { upload, id, name, conflict }: Destination & { upload: string },
): Promise<FileReference> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  await refuseHopeless(ctx, drive, { id, name }, 0)
  const folder = pathOf(id)
  const key = await directOf(drive).complete(openTicket(ctx, upload))
  const wanted = await wantedFor(ctx, drive, folder, name).catch((error: unknown) => {
    drive.discard(key)
    throw error
  })
  const path = await drive.addFile(ctx, { ...wanted, conflict }, key)
  hasArrived(ctx, path)
  return referenceTo(path)
}

export async function abandonUpload(ctx: Context, upload: string): Promise<void> {
  authorise(ctx.principal, 'files.write')
  const direct = directOf(await driveFor(ctx))
  await direct.abandon(openTicket(ctx, upload))
}

async function refuseHopeless(
  ctx: Context,
  drive: Drive,
  { id, name: relative, conflict }: Destination,
  size: number,
): Promise<void> {
  const target = pathOf(id)
  const names = relativePath(relative, drive.rules)
  if (names.length > 1) refuseTooDeep(target.length + names.length - 1)
  await drive.database.read(async (stores) => {
    const folder = await folderToFill(ctx, stores, target)
    if (conflict !== 'replace') await refuseTooMuch(stores, drive.rules, folder.id, size)
    const [name] = names
    if (conflict === undefined || names.length > 1) return
    const settle = await clashesIn(ctx, stores, folder.id, conflict)
    await settle({ name, kind: 'file' })
  })
}

function directOf({ direct }: Drive): DirectDrive {
  if (!direct) throw noDirectUploads()
  return direct
}

function noDirectUploads(): AppError {
  const message = 'The bytes of this file come through the server: send them as a form.'
  return new AppError('files.no_direct_uploads', message)
}

interface Ticket extends DirectUpload {
  by: string
}

/** It tells by itself that it is ours and whose, so that any server of the workspace can complete the upload. */
function ticketFor(ctx: Context, upload: DirectUpload): string {
  const ticket: Ticket = { ...upload, by: ownerOf(ctx) }
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${text}.${sealOf(ctx, text)}`
}

function openTicket(ctx: Context, ticket: string): DirectUpload {
  const [text = '', seal = ''] = ticket.split('.')
  if (!isSame(seal, sealOf(ctx, text))) throw noSuchUpload()
  const { by, ...upload } = JSON.parse(String(Buffer.from(text, 'base64url'))) as Ticket
  if (by !== ownerOf(ctx)) throw noSuchUpload()
  return upload
}

/** Two may have the same name, one after the other. */
function ownerOf({ principal }: Context): string {
  return principal.id ?? principal.name
}

function sealOf({ workspace: { name, database } }: Context, text: string): string {
  const sealed = JSON.stringify(['direct upload', name, database.id, text])
  return createHmac('sha256', database.secret).update(sealed).digest('base64url')
}

function noSuchUpload(): AppError {
  const message = 'There is no such upload: it never was, or is not yours.'
  return new AppError('files.upload_not_found', message)
}
