import {
  AbandonUpload,
  BeginUpload,
  BegunUpload,
  CompleteUpload,
  Uploaded,
  UploadWay,
} from '@triptych/contract/files'
import { z } from 'zod'
import { whileArriving } from '../../domain/files/arriving-files.ts'
import {
  abandonUpload,
  beginUpload,
  completeUpload,
  uploadWay,
} from '../../domain/files/direct-upload.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { answerToUpload, destinationErrors, uploaded } from './upload.ts'

const described = { scope: 'workspace', group: 'Files' } as const

const directErrors = [...destinationErrors, 'files.no_direct_uploads'] as const

/** Uploads whose bytes go from the client to the bucket. `limit` is the largest file, in bytes. */
export function directUpload(limit: number): Route[] {
  return [
    route({
      ...described,
      method: 'GET',
      path: '/upload',
      operationId: 'getUploadWay',
      summary: 'Tell how a file is sent',
      description: 'As a form, or, where the bucket lets browsers in, in parts to the bucket.',
      query: {
        size: z.int().min(0).meta({ description: 'Bytes of the file.' }),
      },
      answer: UploadWay,
      errors: [],
      handle: async ({ context }, { query }) => ({
        partBytes: await uploadWay(context, query.size),
      }),
    }),
    route({
      ...described,
      method: 'POST',
      path: '/direct',
      operationId: 'beginUpload',
      summary: 'Begin an upload whose bytes go to the bucket',
      description:
        'Answers an address for each part, at which the store takes the announced bytes and no others, for twelve hours. Nothing is seen of the file before it is completed.',
      body: BeginUpload,
      answer: BegunUpload,
      errors: [...directErrors, 'files.too_large', 'files.too_many_uploads'],
      // Whoever has the addresses can send.
      isNeverKept: true,
      handle: ({ context }, { body }) => beginUpload(context, body, limit),
    }),
    route({
      ...described,
      method: 'PUT',
      path: '/direct',
      operationId: 'completeUpload',
      summary: 'Complete an upload whose bytes have come to the bucket',
      description:
        'The file gets its name, by the same rules as any other upload. What is refused may be tried again, under another name, too.',
      body: CompleteUpload,
      answer: Uploaded,
      errors: [...directErrors, 'files.upload_not_found', 'files.upload_incomplete'],
      multiTransaction: answerToUpload,
      handle: ({ context }, { body }) =>
        whileArriving(context, body.id, async () => uploaded(await completeUpload(context, body))),
    }),
    route({
      ...described,
      method: 'DELETE',
      path: '/direct',
      operationId: 'abandonUpload',
      summary: 'Give up an upload whose bytes go to the bucket',
      description: 'What is given up without a word is cleared up a day after its last part.',
      body: AbandonUpload,
      answer: z.object({}),
      errors: ['files.no_direct_uploads', 'files.upload_not_found'],
      handle: async ({ context }, { body }) => {
        await abandonUpload(context, body.upload)
        return {}
      },
    }),
  ]
}
