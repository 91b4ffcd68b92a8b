import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { parseJson } from '../../codecs/json/strict-json.ts'
import { decodeUtf8 } from '../../codecs/text/utf8.ts'
import { AppError } from '../../errors.ts'
import { arrivedWhole, watchBody } from './incoming-body.ts'
import type { Arrived } from './incoming-body.ts'
import { isSurelyTaken } from './quick-check.ts'

/** Reads a body as JSON whatever its content type says: the widgets send `text/plain` as well. */
export async function readJsonBody(
  arrived: Arrived,
  limits: { body: number; depth: number },
): Promise<unknown> {
  return parseJson(decodeUtf8(await readBytes(arrived, limits.body), 'The body'), limits)
}

async function readBytes({ request, incoming }: Arrived, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge(limit)
  try {
    // Going through the web's stream costs more than everything else that is done with a short body.
    if (!incoming) return await readStream(request.body, limit)
    return arrivedWhole(incoming) ?? (await readMessage(incoming, limit))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('body.malformed', 'The body did not arrive whole.')
  }
}

function readMessage(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // Of a client that has gone before anybody listened, nothing more is heard.
    if (incoming.destroyed) throw new Error('The connection is gone.')
    const chunks: Buffer[] = []
    const watch = watchBody(incoming)
    watch.waits()
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limit) {
        watch.arrived(chunk.length)
        watch.waits()
        chunks.push(chunk)
        return
      }
      watch.stop()
      reject(tooLarge(limit))
    })
    incoming.on('end', () => {
      watch.stop()
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
    incoming.on('error', reject)
    incoming.on('close', () => {
      watch.stop()
      if (!incoming.complete) reject(new Error('The connection is gone.'))
    })
  })
}

async function readStream(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(limit: number): AppError {
  return new AppError('body.too_large', `The body is longer than ${limit} bytes.`, { limit })
}

/** The body in the form the route takes, or the first thing that is wrong with it. */
export function checkBody(schema: z.ZodType, body: unknown): unknown {
  if (isSurelyTaken(schema, body)) return body
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = firstIssue(result.error.issues)
  const place = issue?.path.join('.') ?? ''
  const message = `The body is not of the right form${place && ` at ${place}`}: ${issue?.message}`
  throw new AppError('body.invalid', message, { path: place })
}

/** Of the alternatives of a union, the one that got furthest tells most. */
function firstIssue(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const [issue] = issues
  if (issue?.code !== 'invalid_union') return issue
  const [best] = issue.errors
    .map((alternative) => firstIssue(alternative))
    .toSorted((a, b) => (b?.path.length ?? 0) - (a?.path.length ?? 0))
  return best ? { ...best, path: [...issue.path, ...best.path] } : issue
}
