import { FileResult } from '@triptych/contract/files'
import { FileVersion } from '@triptych/contract/versions'
import { z } from 'zod'
import { deleteVersion } from '../../domain/files/delete-version.ts'
import { downloadRule, inlineRule } from '../../domain/files/kinds/inline-rule.ts'
import { listVersions } from '../../domain/files/list-versions.ts'
import { openVersion } from '../../domain/files/open-version.ts'
import { restoreVersion } from '../../domain/files/restore-version.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { FileId, referenceIn } from '../wire/file-address.ts'
import { fileSent, sendFile } from '../wire/send-file.ts'

const described = { scope: 'workspace', group: 'Files', yieldsTo: 'versions' } as const
const version = z.string().meta({ description: 'The id of the version.' })

export const versions: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/versions',
    operationId: 'listVersions',
    summary: 'List the former states of a file',
    description:
      'What it held before it was replaced, the last first. They belong to the file, and not to its path.',
    query: { id: FileId.meta({ description: 'The path of the file.' }) },
    answer: z.array(FileVersion),
    errors: ['files.bad_path', 'files.not_found', 'files.not_a_file', 'files.link', 'files.denied'],
    handle: ({ context }, { query }) => listVersions(context, query.id),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/versions/{version}',
    params: { version },
    operationId: 'openVersion',
    summary: 'Open or download a former state of a file',
    description: 'The bytes as `/direct` gives them, under the name that the file has now.',
    query: {
      download: z
        .string()
        .optional()
        .meta({ description: 'Save it instead of showing it, whatever the value.' }),
    },
    ...fileSent,
    errors: ['files.not_found', 'files.denied', 'files.bad_range'],
    handle: async (call, { params, query }) => {
      const { name, file } = await openVersion(call.context, params.version)
      const as = query.download === undefined ? inlineRule(name) : downloadRule(name)
      return sendFile(call, file, { name, ...as })
    },
  }),
  route({
    ...described,
    method: 'POST',
    path: '/versions/{version}/restore',
    params: { version },
    operationId: 'restoreVersion',
    summary: 'Give a file the bytes of a former state',
    description: 'What it has now becomes a version itself, so that nothing is lost.',
    answer: FileResult,
    errors: ['files.not_found', 'files.denied', 'storage_full', 'unavailable'],
    multiTransaction: (change) => ({ result: referenceIn(change) }),
    handle: async ({ context }, { params }) => ({
      result: await restoreVersion(context, params.version),
    }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/versions/{version}',
    params: { version },
    operationId: 'deleteVersion',
    summary: 'End a former state of a file, for good',
    description: 'The file itself stays as it is.',
    answer: z.object({}),
    errors: ['files.not_found', 'unavailable'],
    handle: async ({ context }, { params }) => {
      await deleteVersion(context, params.version)
      return {}
    },
  }),
]
