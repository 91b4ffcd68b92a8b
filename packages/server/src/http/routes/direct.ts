import { z } from 'zod'
import type { MayStill } from '../../auth/may-still.ts'
import { downloadRule, inlineRule } from '../../domain/files/kinds/inline-rule.ts'
import { openFile, openFiles } from '../../domain/files/open-file.ts'
import type { Archive } from '../../domain/files/zip-entries.ts'
import { AppError } from '../../errors.ts'
import type { Call } from '../call.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { FileId } from '../wire/file-address.ts'
import type { Reply } from '../wire/reply.ts'
import { fileSent, sendFile } from '../wire/send-file.ts'
import { sendZip } from '../wire/send-zip.ts'
import { refusalOfUnsigned, signedCall, signedQuery } from '../wire/signed-query.ts'

export function direct(mayStill: MayStill): Route[] {
  return [
    route({
      method: 'GET',
      path: '/direct',
      scope: 'workspace',
      group: 'Files',
      operationId: 'openFile',
      summary: 'Open or download a file, or a folder or several things as a zip archive',
      description:
        'The bytes, in parts where `Range` asks for them. Whatever could act in the name of the server is not shown but saved.',
      query: {
        id: z.array(FileId).min(1).meta({
          description: 'The path. Named several times, all of them come in one archive.',
        }),
        download: z
          .string()
          .optional()
          .meta({ description: 'Save it instead of showing it, whatever the value.' }),
        ...signedQuery,
      },
      ...fileSent,
      errors: [
        'files.bad_path',
        'files.not_found',
        'files.link',
        'files.special',
        'files.denied',
        'files.bad_range',
        'shares.bad_address',
        'files.too_many',
      ],
      refusalOfStrangers: refusalOfUnsigned,
      handle: async (call, { query }) => {
        const how = { purpose: 'direct', mayStill } as const
        const asked = await signedCall(call, query.id, query, how)
        return opened(asked.call, asked.ids, query.download !== undefined)
      },
    }),
  ]
}

/** More than a person can choose by hand, and no address is longer anyway. */
const mostIds = 1000

async function opened(
  call: Call,
  ids: readonly string[],
  isDownload: boolean,
): Promise<Reply<never>> {
  const [id] = ids
  if (id === undefined || ids.length > mostIds) {
    throw new AppError('files.too_many', `At most ${mostIds} at once.`, { limit: mostIds })
  }
  if (ids.length > 1) return sendArchive(call, await openFiles(call.context, ids))
  const found = await openFile(call.context, id)
  if (found.kind === 'archive') return sendArchive(call, found)
  const { name, file } = found
  const as = isDownload ? downloadRule(name) : inlineRule(name)
  return sendFile(call, file, { name, ...as })
}

function sendArchive(call: Call, { name, entries, open, close }: Archive): Promise<Reply<never>> {
  return sendZip(call, entries, open, { name: `${name}.zip`, close })
}
