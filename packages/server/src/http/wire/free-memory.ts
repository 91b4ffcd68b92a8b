/** What is smaller is not worth it. */
const leastFreed = 4096

/**
 * Of a piece that nobody looks at any more. The garbage collector sees how small the object is and not what hangs on it: it would let many
 * megabytes pile up, and then go through all that lives to be rid of them. What shares its memory with others is left to it.
 */
export function freeMemory({ buffer, byteOffset, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || byteLength < leastFreed) return
  // A page in the midst of an array goes without its opening bracket.
  const isAlone = byteOffset <= 1 && byteOffset + byteLength === buffer.byteLength
  if (isAlone) buffer.transfer(0)
}
