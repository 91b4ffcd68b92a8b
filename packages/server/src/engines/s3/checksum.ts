import { createHash } from 'node:crypto'

export interface Checksum {
  update(bytes: Uint8Array): void
  digest(): string
}

/** Makes a checksum of the same kind: of all bytes, or of the parts that an object came in. */
export function checksumLike(checksum: string): Checksum {
  const [, partBytes] = checksum.split('-')
  return partBytes === undefined ? ofAll() : ofParts(Number(partBytes))
}

/** From those of the parts, in hexadecimal digits. */
export function joinedChecksum(parts: readonly string[], partBytes: number): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part, 'hex')
  return `${hash.digest('hex')}-${partBytes}`
}

function ofAll(): Checksum {
  const hash = createHash('sha256')
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') }
}

function ofParts(partBytes: number): Checksum {
  const parts: string[] = []
  let hash = createHash('sha256')
  let room = partBytes

  function endPart(): void {
    parts.push(hash.digest('hex'))
    hash = createHash('sha256')
    room = partBytes
  }

  return {
    update(bytes) {
      for (let rest = bytes; rest.byteLength > 0;) {
        const some = rest.subarray(0, room)
        hash.update(some)
        rest = rest.subarray(some.byteLength)
        room -= some.byteLength
        if (room === 0) endPart()
      }
    },
    digest() {
      if (room < partBytes) endPart()
      return joinedChecksum(parts, partBytes)
    },
  }
}
