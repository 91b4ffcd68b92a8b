import { useEffect, useRef, useState } from 'react'
import type { Picture as Shown } from './shown-document.ts'
import type { ZipParts } from './zip-parts.ts'

/** A picture of a document, unpacked when it comes near the window. */
export function Picture({ part, about, parts }: Omit<Shown, 'kind'> & { parts: ZipParts }) {
  const place = useRef<HTMLParagraphElement>(null)
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let isGone = false
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        void load()
      },
      { rootMargin: '600px' },
    )
    // One that is too large or cannot be unpacked leaves its words where it has any.
    async function load() {
      const bytes = await parts.read(part).catch(() => null)
      if (!bytes || isGone) return
      // Not of the kind that it may say itself: a browser finds out which picture it is, or shows none.
      made = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))
      setAddress(made)
    }
    if (place.current) observer.observe(place.current)
    return () => {
      isGone = true
      observer.disconnect()
      if (made) URL.revokeObjectURL(made)
    }
  }, [part, parts])
  return (
    <p ref={place} className="picture">
      {address ? <img src={address} alt={about} onError={() => setAddress(null)} /> : about}
    </p>
  )
}
