import type { NewChange } from '@triptych/contract/changes'
import { NameConflict, Uploaded } from '@triptych/contract/files'
import type { FileReference } from '@triptych/contract/files'
import { z } from 'zod'
import { whileArriving } from '../../domain/files/arriving-files.ts'
import { uploadFile } from '../../domain/files/upload-file.ts'
import { places } from '../../concurrency/places.ts'
import type { Places } from '../../concurrency/places.ts'
import { AppError } from '../../errors.ts'
import type { Call } from '../call.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { FileId, referenceIn } from '../wire/file-address.ts'
import { releaseOf } from '../wire/incoming-body.ts'
import { formBytes, readUpload } from '../wire/read-upload.ts'

/** Why a file may not come to where it is to go. */
export const destinationErrors = [
  'files.bad_path',
  'files.bad_name',
  'files.name_taken',
  'files.not_replaceable',
  'files.too_deep',
  'files.not_found',
  'files.not_a_folder',
  'storage_full',
] as const

/** So many clients may upload as many files as each of them may before others wait. */
const busyClients = 8

/** `limit` is the largest file, in bytes; `each` how many of them one client may send at once. */
export function upload(limit: number, each: number): Route[] {
  const room = places({
    all: each * busyClients,
    each,
    mostWaiting: 1000,
    waitMs: 30_000,
    busy: 'Too many files are being uploaded; try again later.',
  })
  const described = {
    method: 'POST',
    scope: 'workspace',
    group: 'Files',
    form: {
      file: {
        kind: 'file',
        required: true,
        description: `The file, at most ${limit} bytes; \`upload\` is another name for this field.`,
      },
      name: {
        kind: 'text',
        required: false,
        description: 'What to call it; folders on the way (`photos/a.jpg`) are made if missing.',
      },
    },
    answer: Uploaded,
    errors: [
      'bad_request',
      'body.malformed',
      'body.invalid',
      'body.too_large',
      ...destinationErrors,
      'files.link',
      'files.denied',
      'files.too_large',
    ],
    multiTransaction: answerToUpload,
  } as const

  // Not by its name: a parameter shows its values where it stands.
  const conflict = z.enum(NameConflict.options).optional().meta({
    description: 'What to do where the name is taken; without it, `rename`.',
  })
  const description =
    'One file as a form. It is there completely or not at all; where its name is taken it gets another one like it, or what `conflict` says happens.'
  return [
    route({
      ...described,
      path: '/upload',
      operationId: 'uploadFile',
      summary: 'Upload a file into a folder',
      description,
      query: {
        id: FileId.optional().meta({ description: 'The folder; without it, the root.' }),
        conflict,
      },
      handle: (call, { query }) =>
        received(call, { target: query.id ?? '/', conflict: query.conflict }, limit, room),
    }),
    route({
      ...described,
      path: '/upload/{id*}',
      params: { id: FileId.meta({ description: 'The folder.' }) },
      operationId: 'uploadFileInto',
      summary: 'Upload a file into a folder that the path names',
      description,
      query: { conflict },
      handle: (call, { params, query }) =>
        received(call, { target: params.id, conflict: query.conflict }, limit, room),
    }),
  ]
}

async function received(
  call: Call,
  { target, conflict }: { target: string; conflict: NameConflict | undefined },
  limit: number,
  room: Places,
): Promise<z.infer<typeof Uploaded>> {
  const { asker } = call.context
  try {
    return await whileArriving(call.context, target, async () => {
      // Who has left already is not sent away: what he has sent may be all of it.
      const leave = room.take(asker) ?? (await room.acquire(asker))
      try {
        const { expect, receive, publish, discard } = await uploadFile(
          call.context,
          target,
          conflict,
        )
        await expect(Number(call.request.headers.get('content-length')) - formBytes)
        const sink = {
          receive: (pieces: AsyncIterable<Uint8Array>) => receive(pieces, releaseOf(call)),
          discard: async (key: string) => discard(key),
        }
        const upload = await readUpload(call, limit, sink)
        return uploaded(await publish(upload.received, upload.name))
      } finally {
        leave()
      }
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The stand-alone uploader looks at nothing but this word in the body.
    throw new AppError(error.code, error.message, { ...error.details, status: 'error' })
  }
}

/** The folders on the way to the file are not what was asked for. */
export function answerToUpload(change: NewChange): z.infer<typeof Uploaded> | undefined {
  return change.after?.['type'] === 'file' ? uploaded(referenceIn(change)) : undefined
}

export function uploaded(result: FileReference): z.infer<typeof Uploaded> {
  return { result, ...result, status: 'server' }
}
