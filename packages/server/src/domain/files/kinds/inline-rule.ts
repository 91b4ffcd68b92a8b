import { fileTypeOf, isText } from './file-types.ts'

/** How a file is sent. */
export interface SendRule {
  type: string
  disposition: 'inline' | 'attachment'
}

/**
 * What a browser may show at our own address, whatever the bytes really are. None of these can run
 * a script there: pictures are decoded, sound and film are played, a PDF is shown by a viewer with
 * an origin of its own. Chromium's also works in a page that is sent with `sandbox`.
 */
const inlineSafe =
  /^(image\/(png|apng|jpeg|gif|webp|avif|bmp|x-icon)|(audio|video)\/[\w.-]+|text\/plain|application\/pdf)$/

/** Whether something of this type may be shown at our own address as it is. */
export function isInlineSafe(type: string): boolean {
  return inlineSafe.test(bare(type))
}

/**
 * The type under which to show something of this type; `null` when it must not be shown. HTML, XML,
 * scripts and styles are shown as their source. An SVG is a document that can hold scripts: it is
 * not opened, though as an attachment it still serves in an `<img>`.
 */
export function safeInlineType(type: string): string | null {
  const plain = bare(type)
  if (isText(plain)) return 'text/plain; charset=utf-8'
  return isInlineSafe(plain) ? plain : null
}

/** How to open a file in the browser; nobody has looked into it. */
export function inlineRule(name: string): SendRule {
  const { type } = fileTypeOf(name)
  const shown = safeInlineType(type)
  return shown ? { type: shown, disposition: 'inline' } : { type, disposition: 'attachment' }
}

/**
 * How to save a file. A page may still ask for it with a `<script>`, to which it does not matter that it is meant
 * to be saved: what can be run is of no type.
 */
export function downloadRule(name: string): SendRule {
  const { type, family } = fileTypeOf(name)
  const isRunnable = family === 'code' || family === 'program'
  return { type: isRunnable ? 'application/octet-stream' : type, disposition: 'attachment' }
}

function bare(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase()
}
