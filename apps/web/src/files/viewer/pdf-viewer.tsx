import { fileAddress } from 'triptych-client'
import { getDocument, GlobalWorkerOptions, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- its address, which Vite makes of it
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { takeKeyboard } from './take-keyboard.ts'
import type { PartProps } from './viewed-file.ts'
import { counted, t } from '../../words/words.ts'

GlobalWorkerOptions.workerSrc = worker

/** Of a page, in pixels of the screen: more than this no browser draws. */
const mostPixels = 16_000_000
/** A file may say that it has any number of pages. */
const mostPages = 5000
const scales = { least: 0.25, most: 4 }

/** The pages of a PDF below each other, each drawn when it comes near. Its scripts and links do nothing. */
export function PdfViewer({ server, file, onFailure }: PartProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [pages, setPages] = useState<readonly { width: number; height: number }[]>([])
  const [zoom, setZoom] = useState(1)
  const room = useRef<HTMLDivElement>(null)
  const fail = useRef(onFailure)
  fail.current = onFailure

  useEffect(() => {
    // The parts that need it would be WebAssembly, which the policy of the page leaves out.
    const url = new URL(fileAddress(server, file.id), location.href).href
    const task = getDocument({ url, useWasm: false, enableXfa: false, stopAtErrors: false })
    let isOver = false
    void task.promise
      .then(async (found) => {
        const first = await found.getPage(1)
        const { width, height } = first.getViewport({ scale: 1 })
        if (isOver) return
        const length = Math.min(found.numPages, mostPages)
        setPages(Array.from({ length }, () => ({ width, height })))
        setPdf(found)
      })
      .catch((error: unknown) => {
        if (isOver) return
        const needsPassword = (error as Error).name === 'PasswordException'
        fail.current(
          needsPassword ? t('This PDF asks for a password.') : t('This PDF cannot be shown.'),
        )
      })
    return () => {
      isOver = true
      void task.destroy()
    }
  }, [server, file])

  useEffect(() => takeKeyboard(room.current), [pdf])

  function press(event: KeyboardEvent): void {
    const factor = { '+': 1.25, '=': 1.25, '-': 0.8 }[event.key]
    if (factor) setZoom(bounded(zoom * factor))
  }

  if (!pdf) return <p className="viewer-note">{t('Loading …')}</p>
  const [{ width } = { width: 600 }] = pages
  const space = Math.min(1000, (room.current?.clientWidth ?? innerWidth) - 32)
  const scale = (space / width) * zoom
  return (
    <div className="viewer-picture" onKeyDown={press}>
      <div className="room pages" ref={room} tabIndex={0} role="group" aria-label={t('Pages')}>
        {pages.map((size, index) => (
          <PdfPage key={index} pdf={pdf} number={index + 1} size={size} scale={scale} />
        ))}
      </div>
      <div className="viewer-tools">
        <button
          type="button"
          className="button"
          aria-label={t('Smaller')}
          onClick={() => setZoom(bounded(zoom * 0.8))}
        >
          −
        </button>
        <button
          type="button"
          className="button"
          title={t('As wide as fits')}
          onClick={() => setZoom(1)}
        >
          {`${Math.round(zoom * 100)} %`}
        </button>
        <button
          type="button"
          className="button"
          aria-label={t('Larger')}
          onClick={() => setZoom(bounded(zoom * 1.25))}
        >
          +
        </button>
        <span>{counted(pages.length, '{count} page', '{count} pages')}</span>
      </div>
    </div>
  )
}

function bounded(zoom: number): number {
  return Math.min(scales.most, Math.max(scales.least, zoom))
}

interface PageProps {
  pdf: PDFDocumentProxy
  number: number
  /** As far as is known before it is drawn. */
  size: { width: number; height: number }
  scale: number
}

function PdfPage({ pdf, number, size, scale }: PageProps) {
  const [isNear, setNear] = useState(false)
  const [real, setReal] = useState(size)
  const sheet = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => setNear(entry?.isIntersecting === true),
      {
        rootMargin: '600px',
      },
    )
    if (sheet.current) observer.observe(sheet.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const at = sheet.current
    if (!isNear || !at) return undefined
    let end = () => {}
    let isOver = false
    void pdf
      .getPage(number)
      .then((page) => {
        if (isOver) return
        setReal(page.getViewport({ scale: 1 }))
        end = drawPage(page, at, scale)
      })
      // A page that cannot be drawn stays white.
      .catch(() => {})
    return () => {
      isOver = true
      end()
    }
  }, [isNear, pdf, number, scale])

  return (
    <div
      ref={sheet}
      className="pdf-page"
      role="img"
      aria-label={t('Page {number}', { number })}
      style={{ width: real.width * scale, height: real.height * scale }}
    />
  )
}

/** Answers how to end it. */
function drawPage(page: PDFPageProxy, at: HTMLElement, scale: number): () => void {
  const viewport = page.getViewport({ scale })
  const area = viewport.width * viewport.height
  const density = Math.min(devicePixelRatio, Math.sqrt(mostPixels / area))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  const text = document.createElement('div')
  text.className = 'textLayer'
  at.style.setProperty('--total-scale-factor', String(scale))
  at.replaceChildren(canvas, text)
  const transform = density === 1 ? undefined : [density, 0, 0, density, 0, 0]
  const drawing = page.render({ canvas, viewport, ...(transform && { transform }) })
  const words = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: text,
    viewport,
  })
  void drawing.promise.then(() => (at.dataset['drawn'] = '')).catch(() => {})
  void words.render().catch(() => {})
  return () => {
    drawing.cancel()
    words.cancel()
    at.replaceChildren()
  }
}
