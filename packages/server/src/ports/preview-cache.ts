/** Keeps what was made of pictures. Whatever goes wrong with it is the same as nothing kept. */
export interface PreviewCache {
  /** Exactly the bytes that were set last, or `null`. */
  get(key: string): Promise<Uint8Array | null>
  /** Nothing at all may be kept as well. When this is done, the next start still has it. */
  set(key: string, bytes: Uint8Array): Promise<void>
}
