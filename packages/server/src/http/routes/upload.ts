import type { NewChange } from '@triptych/contract/changes'
import { Uploaded } from '@triptych/contract/files'
import type { FileReference } from '@triptych/contract/files'
import { z } from 'zod'
import { uploadFile } from '../../domain/files/upload-file.ts'
import { AppError } from '../../errors.ts'
import { answerJson } from '../wire/answer.ts'
import { fileId, queryFileId } from '../wire/file-address.ts'
import { referenceIn } from '../wire/file-address.ts'
import { readUpload } from '../wire/read-upload.ts'
import { route } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'
import type { Reply } from '../wire/reply.ts'

/** `limit` is the largest file, in bytes. */
export function upload(limit: number): Route[] {
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
      'files.bad_path',
      'files.bad_name',
      'files.not_found',
      'files.not_a_folder',
      'files.link',
      'files.denied',
      'files.too_large',
      'storage_full',
    ],
    // The folders on the way to the file are not what was asked for.
    multiTransaction: (change: NewChange) =>
      change.after?.['type'] === 'file' ? uploaded(referenceIn(change)) : undefined,
  } as const

  return [
    route({
      ...described,
      path: '/upload',
      summary: 'Upload a file into a folder',
      query: {
        id: z.string().optional().meta({ description: 'The folder; without it, the root.' }),
      },
      handle: (call) => answerUpload(call, queryFileId(call.url, 'id') ?? '/', limit),
    }),
    route({
      ...described,
      path: '/upload/{id*}',
      params: { id: 'The folder.' },
      summary: 'Upload a file into a folder',
      handle: (call) => answerUpload(call, fileId(call.param('id')), limit),
    }),
  ]
}

async function answerUpload(call: Call, target: string, limit: number): Promise<Reply> {
  try {
    const { receive, publish, discard } = await uploadFile(call.context, target)
    const { received, name } = await readUpload(call, limit, {
      receive,
      discard: async (key) => discard(key),
    })
    return answerJson(call, uploaded(await publish(received, name)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The stand-alone uploader looks at nothing but this word in the body.
    throw new AppError(error.code, error.message, { ...error.details, status: 'error' })
  }
}

function uploaded(result: FileReference): z.infer<typeof Uploaded> {
  return { result, ...result, status: 'server' }
}
