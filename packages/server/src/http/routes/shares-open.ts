import { FileEntry } from '@triptych/contract/files'
import { z } from 'zod'
import type { MayStill } from '../../auth/may-still.ts'
import { downloadRule } from '../../domain/files/kinds/inline-rule.ts'
import { noShare } from '../../domain/shares/share.ts'
import { enterPassword, isTicket, ticketSeconds } from '../../domain/shares/share-password.ts'
import { listShared, openShared, uploadShared } from '../../domain/shares/files-of-share.ts'
import { findShare, useShare } from '../../domain/shares/use-share.ts'
import type { Shown, UsedShare } from '../../domain/shares/use-share.ts'
import { AppError } from '../../errors.ts'
import type { Call } from '../call.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { FileId } from '../wire/file-address.ts'
import { releaseOf } from '../wire/incoming-body.ts'
import { isSecure } from '../wire/public-address.ts'
import type { PublicPlace } from '../wire/public-address.ts'
import { badParameter } from '../wire/query.ts'
import { readField } from '../wire/read-field.ts'
import { readUpload } from '../wire/read-upload.ts'
import { reply, replyJson } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'
import { fileSent, sendFile } from '../wire/send-file.ts'
import { sendZip } from '../wire/send-zip.ts'
import { shareCookie } from '../wire/share-cookie.ts'
import { streamBody } from '../wire/stream-body.ts'
import { filePage, folderPage, gonePage, notices, passwordPage, uploadPage } from './share-page.ts'
import type { Notice } from './share-page.ts'

export interface OpenShareParts extends PublicPlace {
  mayStill: MayStill
  /** The largest file, in bytes. */
  limit: number
}

/** So many entries are shown on a page. */
const mostListed = 500

const secret = z.string().meta({ description: 'What stands in the link.' })

const described = {
  scope: 'workspace',
  group: 'Shares',
  params: { secret },
  forEverybody: true,
  refusalOfStrangers: () => noShare(),
  alwaysSends: { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
} as const

const id = FileId.default('/').meta({
  description: 'The path in the shared folder, which is the root of it.',
})

const listErrors = [
  'shares.not_found',
  'files.bad_path',
  'files.not_found',
  'files.link',
  'files.denied',
] as const
const readErrors = [...listErrors, 'shares.password_required'] as const

/** For whoever has a link. Nothing here reaches, or tells of, what is not below the entry that was shared. */
export function sharesOpen(parts: OpenShareParts): Route[] {
  const { mayStill, limit } = parts

  return [
    route({
      ...described,
      method: 'GET',
      path: '/shares/open/{secret}',
      operationId: 'openShare',
      summary: 'Show what was shared',
      description:
        'A small page for people: what there is to download, a form to upload, or one for the password.',
      query: {
        id,
        start: z.int().min(0).default(0).meta({ description: 'The number of the first entry.' }),
        notice: z
          .enum(Object.keys(notices) as [Notice, ...Notice[]])
          .optional()
          .meta({ description: 'What to say on top, after a form was sent.' }),
      },
      forForeignPages: 'link',
      answer: { type: 'text/html', description: 'The page.' },
      otherStatuses: { 404: 'For browsers, a page that says so.' },
      errors: [...listErrors, 'files.not_a_folder'],
      handle: (call, { params, query }) =>
        orGone(call, async () => {
          const used = await findShare(call.context, params.secret, mayStill)
          const place = { at: addressSeen(call, params.secret), notice: query.notice }
          const { ticket } = shownIn(call, params.secret)
          if (!isTicket(call.context, used.share, ticket)) return passwordPage(place)
          const name = used.path.at(-1) ?? call.context.workspace.name
          if (used.share.access === 'upload') return uploadPage(place, { name })
          if (used.kind === 'file') {
            return filePage(place, { name, size: await sizeOf(used, query.id) })
          }
          const { start } = query
          const range = { start, end: start + mostListed }
          const { total, body } = await listShared(used, query.id, range)
          const entries = JSON.parse(String(Buffer.from(body as Uint8Array))) as FileEntry[]
          const folder = { name, id: query.id, entries, start, total, most: mostListed }
          return folderPage(place, folder)
        }),
    }),
    route({
      ...described,
      method: 'POST',
      path: '/shares/open/{secret}/password',
      operationId: 'enterSharePassword',
      summary: 'Enter the password of a share',
      description: `Answers with a cookie that opens this share for ${ticketSeconds / 60} minutes.`,
      form: {
        password: { kind: 'text', required: true, description: 'The password of the share.' },
      },
      answer: z.object({}),
      answerHeaders: { 'Set-Cookie': 'What opens the share.' },
      otherStatuses: { 303: 'For browsers: back to the page.' },
      errors: ['shares.not_found', 'shares.wrong_password', 'shares.too_many_tries'],
      reads: true,
      handle: (call, { params }) =>
        orBack(call, params.secret, async () => {
          const used = await findShare(call.context, params.secret, mayStill)
          const password = await readField(call, 'password')
          const ticket = await enterPassword(call.context, used.share, password)
          const cookie = shareCookie(params.secret).write(ticket, {
            path: addressSent(call, params.secret, parts),
            isSecure: isSecure(call, parts),
            seconds: ticketSeconds,
          })
          return back(call, params.secret, null, {}, { 'set-cookie': cookie })
        }),
    }),
    route({
      ...described,
      method: 'GET',
      path: '/shares/open/{secret}/files',
      operationId: 'listSharedFiles',
      summary: 'List a shared folder',
      description: 'The entries of the folder, or of one in it. Ids begin at the shared folder.',
      query: {
        id,
        start: z.int().min(0).optional().meta({
          description: 'Only a part, in the order of names: the number of the first entry.',
        }),
        end: z.int().min(0).optional().meta({ description: 'The number after that of the last.' }),
      },
      answer: z.array(FileEntry),
      answerHeaders: { 'X-Total-Count': 'How many entries the folder has.' },
      errors: [...readErrors, 'files.not_a_folder'],
      handle: async (call, { params, query }) => {
        const { start = 0, end = Infinity } = query
        if (end < start) throw badParameter('end', 'end must not be less than start.')
        const isWhole = query.start === undefined && query.end === undefined
        const used = await useShare(call.context, shownIn(call, params.secret), mayStill)
        const list = await listShared(used, query.id, isWhole ? null : { start, end })
        const { body } = list
        const isHere = typeof body === 'string' || body instanceof Uint8Array || body === null
        return replyJson(isHere ? (body ?? '[]') : streamBody(call, body), {
          'x-total-count': String(list.total),
        })
      },
    }),
    route({
      ...described,
      method: 'GET',
      path: '/shares/open/{secret}/download',
      operationId: 'downloadShared',
      summary: 'Download a shared file, or a folder as a zip archive',
      description:
        'Always to be saved. Where downloads are counted each request is one, and gets all of it, whatever part it asks for.',
      query: { id },
      headers: {
        Range: z.string().optional().meta({ description: 'Parts of the file, at most 16.' }),
      },
      answer: { type: 'application/octet-stream', description: 'The bytes.' },
      answerHeaders: { 'Content-Disposition': 'The name to save it under.' },
      otherStatuses: fileSent.otherStatuses,
      errors: [...readErrors, 'files.special', 'files.bad_range', 'files.too_many'],
      handle: async (call, { params, query, headers }) => {
        const { used, opened } = await openShared(
          call.context,
          shownIn(call, params.secret),
          mayStill,
          {
            id: query.id,
            isLook: call.request.method === 'HEAD',
            isPart: headers.Range?.startsWith('bytes=0-') === false,
          },
        )
        const isCounted = used.share.downloads !== null
        const asked = isCounted ? wholly(call) : call
        if (opened.kind === 'file') {
          // Nobody else counts how often it is fetched, or gives all of it to whoever asks for a part.
          const file = isCounted ? { ...opened.file, ...fromUsAlone } : opened.file
          return sendFile(asked, file, { name: opened.name, ...downloadRule(opened.name) })
        }
        const { name, entries, open, close } = opened
        return sendZip(asked, entries, open, { name: `${name}.zip`, close })
      },
    }),
    route({
      ...described,
      method: 'POST',
      path: '/shares/open/{secret}/upload',
      operationId: 'uploadToShare',
      summary: 'Upload a file into a shared folder',
      description:
        'One file as a form. It is there completely or not at all; where its name is taken it gets another one like it, which is not told.',
      form: {
        file: {
          kind: 'file',
          required: true,
          description: `The file, at most ${limit} bytes.`,
        },
        name: { kind: 'text', required: false, description: 'What to call it.' },
      },
      answer: z.object({ name: z.string().meta({ description: 'As it was sent.' }) }),
      otherStatuses: { 303: 'For browsers: back to the page.' },
      errors: [
        'shares.not_found',
        'shares.password_required',
        'body.malformed',
        'body.invalid',
        'files.bad_name',
        'files.denied',
        'files.too_large',
        'storage_full',
      ],
      // Under which name it is kept is not for whoever sends it.
      multiTransaction: () => null,
      handle: (call, { params }) =>
        orBack(call, params.secret, async () => {
          const used = await useShare(call.context, shownIn(call, params.secret), mayStill)
          const { receive, publish, discard } = await uploadShared(used)
          const sink = {
            receive: (pieces: AsyncIterable<Uint8Array>) => receive(pieces, releaseOf(call)),
            discard: async (key: string) => discard(key),
          }
          const { received, name } = await readUpload(call, limit, sink)
          // It may have been ended while the file came.
          await findShare(call.context, params.secret, mayStill).catch((error: unknown) => {
            discard(received)
            throw error
          })
          await publish(received, name)
          return back(call, params.secret, 'uploaded', { name })
        }),
    }),
  ]
}

function shownIn({ request }: Call, given: string): Shown {
  return { secret: given, ticket: shareCookie(given).read(request) }
}

async function sizeOf(used: UsedShare, id: string): Promise<number> {
  if (id !== '/') throw noShare()
  const entry = await used.context.workspace.database.read(({ files }) => files.find(used.path))
  return entry?.size ?? 0
}

function isBrowser({ request }: Call): boolean {
  return request.headers.get('accept')?.includes('text/html') === true
}

/** People are told by a page, programs by a problem. */
async function orGone(call: Call, work: () => Promise<Reply<never>>): Promise<Reply<never>> {
  try {
    return await work()
  } catch (error) {
    const isGone = error instanceof AppError && /not_found$|bad_path$/.test(error.code)
    if (isGone && isBrowser(call)) return gonePage()
    throw error
  }
}

/** Seen from the page of the share, wherever a proxy has put that. */
function addressSeen({ url }: Call, given: string): string {
  const isFolder = url.split(/[?#]/, 1)[0]?.endsWith('/') === true
  return `${isFolder ? '../' : ''}${encodeURIComponent(given)}`
}

/** Where the browser finds the share: its cookie is for nothing else. */
function addressSent({ url: sent }: Call, given: string, { url, base }: PublicPlace): string {
  const path = sent.replace(/^\w+:\/\/[^/]+/, '').replace(/\/password.*$/s, '')
  const below = path.startsWith(base) ? path.slice(base.length) : path
  const root = url === null ? base : new URL(url).pathname.replace(/\/+$/, '')
  return `${root}${below}`.includes(given) ? `${root}${below}` : '/'
}

const noticeFor: Partial<Record<string, Notice>> = {
  'shares.wrong_password': 'wrong-password',
  'shares.too_many_tries': 'too-many-tries',
  'files.too_large': 'too-large',
  'body.too_large': 'too-large',
}

/** A form that was sent by a browser leads back to its page, which says what became of it. */
async function orBack<T>(
  call: Call,
  given: string,
  work: () => Promise<Reply<T>>,
): Promise<Reply<T>> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !isBrowser(call)) throw error
    return back<T>(call, given, noticeFor[error.code] ?? 'not-uploaded', {} as T)
  }
}

function back<T>(
  call: Call,
  given: string,
  notice: Notice | null,
  value: T,
  headers: Record<string, string> = {},
): Reply<T> {
  if (!isBrowser(call)) return reply(value, { headers })
  const query = notice === null ? '' : `?notice=${notice}`
  const location = `../${encodeURIComponent(given)}${query}`
  return reply(value, { status: 303, headers: { ...headers, location } })
}

const ofParts = new Set(['range', 'if-range', 'if-none-match', 'if-modified-since'])

/** Whoever may have it once may have it once, and not once for each part. */
function wholly(call: Call): Call {
  const { url, method, headers, signal, body } = call.request
  const get = (name: string): string | null =>
    ofParts.has(name.toLowerCase()) ? null : headers.get(name)
  const wholeHeaders = { get, has: (name: string) => get(name) !== null }
  return { ...call, request: { url, method, headers: wholeHeaders, signal, body } }
}

const fromUsAlone = { elsewhere: undefined, diskPath: undefined }
