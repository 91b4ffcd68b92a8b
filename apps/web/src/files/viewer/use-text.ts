import { fileAddress } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import type { PartProps } from './viewed-file.ts'
import { t } from '../../words/words.ts'

/** In bytes. More would be too much for a browser, and for whoever reads it. */
const mostShown = 512 * 1024

export interface ShownText {
  text: string
  /** Whether there is more of it in the file. */
  isCut: boolean
}

/** The beginning of a file as text. */
export function useText({ server, file, onFailure }: PartProps): ShownText | null {
  const [shown, setShown] = useState<ShownText | null>(null)
  const fail = useRef(onFailure)
  fail.current = onFailure
  useEffect(() => {
    const stop = new AbortController()
    void read(fileAddress(server, file.id), file.size, stop.signal)
      .then((found) => (found ? setShown(found) : fail.current(t('This does not look like text.'))))
      .catch(() => stop.signal.aborted || fail.current(t('The file could not be loaded.')))
    return () => stop.abort()
  }, [server, file])
  return shown
}

async function read(address: string, size: number, signal: AbortSignal): Promise<ShownText | null> {
  const isCut = size > mostShown
  const headers: HeadersInit = isCut ? { range: `bytes=0-${mostShown - 1}` } : {}
  const answer = await fetch(address, { signal, headers })
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const text = new TextDecoder(charsetOf(bytes)).decode(bytes)
  return text.includes('\0') ? null : { text, isCut }
}

function charsetOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
