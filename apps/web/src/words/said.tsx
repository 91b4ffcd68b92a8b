import { Fragment } from 'react'
import type { ReactNode } from 'react'

interface SaidProps {
  /** A whole sentence, with `{name}` where a part of it is more than text. */
  text: string
  parts: Readonly<Record<string, ReactNode>>
}

/** Other languages put the parts of a sentence elsewhere, so it is never glued of pieces. */
export function Said({ text, parts }: SaidProps) {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => <Fragment key={index}>{index % 2 ? parts[piece] : piece}</Fragment>)
}
