import { fileAddress, previewAddress } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { takeKeyboard } from './take-keyboard.ts'
import type { PartProps } from './viewed-file.ts'
import { t } from '../../words/words.ts'

/** Of these browsers know nothing, but the server makes a picture of them. */
const drawnByServer = /\.tiff?$/i
const largest = { scale: 8, side: 2000 }

/** A picture, whole at first, then as near as one likes. */
export function PictureViewer({ server, file, onFailure }: PartProps) {
  /** `null`: as large as it fits. */
  const [scale, setScale] = useState<number | null>(null)
  const picture = useRef<HTMLImageElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const grip = useRef<{ x: number; y: number } | null>(null)
  const [natural, setNatural] = useState({ width: 0, height: 0 })

  useEffect(() => takeKeyboard(room.current), [])

  const made = previewAddress(server)(
    { id: file.id, listed: file.id, ext: 'tif', ...(file.date && { date: file.date }) },
    largest.side,
    largest.side,
  )
  const address = (drawnByServer.test(file.name) && made) || fileAddress(server, file.id)

  function fitting(): number {
    const { width = 1 } = picture.current ?? {}
    return natural.width > 0 ? width / natural.width : 1
  }

  function zoom(factor: number): void {
    const next = (scale ?? fitting()) * factor
    setScale(Math.min(largest.scale, Math.max(0.05, next)))
  }

  function press(event: KeyboardEvent): void {
    const factor = { '+': 1.25, '=': 1.25, '-': 0.8 }[event.key]
    if (event.key === '0') setScale(null)
    else if (factor) zoom(factor)
    else return
    event.preventDefault()
  }

  function move({ clientX, clientY }: PointerEvent): void {
    if (!grip.current || !room.current) return
    room.current.scrollLeft -= clientX - grip.current.x
    room.current.scrollTop -= clientY - grip.current.y
    grip.current = { x: clientX, y: clientY }
  }

  const percent = scale === null ? t('Fit') : `${Math.round(scale * 100)} %`
  return (
    <div className="viewer-picture" onKeyDown={press}>
      <div
        ref={room}
        className={scale === null ? 'room' : 'room zoomed'}
        tabIndex={0}
        role="group"
        aria-label={t('Picture')}
        onPointerDown={({ clientX: x, clientY: y }) => (grip.current = { x, y })}
        onPointerMove={move}
        onPointerUp={() => (grip.current = null)}
        onPointerLeave={() => (grip.current = null)}
        onDoubleClick={() => setScale(scale === null ? 1 : null)}
        onWheel={(event) => event.ctrlKey && zoom(event.deltaY < 0 ? 1.1 : 0.9)}
      >
        <img
          ref={picture}
          src={address}
          alt={file.name}
          draggable={false}
          style={scale === null ? {} : { width: natural.width * scale }}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setNatural({ width, height })
          }
          onError={() => onFailure(t('The browser cannot show this picture.'))}
        />
      </div>
      <div className="viewer-tools">
        <button
          type="button"
          className="button"
          aria-label={t('Smaller')}
          onClick={() => zoom(0.8)}
        >
          −
        </button>
        <button type="button" className="button" title={t('Whole')} onClick={() => setScale(null)}>
          {percent}
        </button>
        <button
          type="button"
          className="button"
          aria-label={t('Larger')}
          onClick={() => zoom(1.25)}
        >
          +
        </button>
        {natural.width > 0 && <span>{`${natural.width} × ${natural.height}`}</span>}
      </div>
    </div>
  )
}
