import type { S3Client } from './client.ts'
import { isTaken, isUnknownCondition, onlyIfFree, refuseTaken, taken } from './free-key.ts'
import { headOf, markHeader } from './object-head.ts'
import { persistently } from './patience.ts'

export interface WholeObject {
  bytes: Uint8Array
  checksum: string
  mark: string
}

/** The store takes it only if it arrives as it was signed, and only if the key is free. */
export async function putWhole(
  client: S3Client,
  key: string,
  { bytes, checksum, mark }: WholeObject,
): Promise<void> {
  const call = { method: 'PUT', key, body: bytes, bodyHash: checksum } as const
  const headers = { [markHeader]: mark }
  await persistently(async (failures) => {
    if (!client.conditions.areKnown) await refuseTaken(client, key, mark)
    try {
      await client.askOnce({ ...call, headers: { ...headers, ...onlyIfFree(client) } })
    } catch (error) {
      if (isUnknownCondition(client, error)) {
        await refuseTaken(client, key, mark)
        await client.askOnce({ ...call, headers })
        return
      }
      if (!isTaken(error)) throw error
      // Perhaps by ourselves: the answer to an attempt before may have been lost.
      if (failures > 0 && (await headOf(client, key))?.mark === mark) return
      throw taken()
    }
  }, client.retryForMs)
}
