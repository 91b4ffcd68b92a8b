import { iconAddress, previewAddress } from 'triptych-client'
import type { Server } from 'triptych-client'
import { useEffect } from 'react'
import type { RefObject } from 'react'

const waiting = 'img[src*=".svg#"]'
/** So far out of sight a picture is asked for, so that it is there when it is scrolled to. */
const ahead = '400px'
/** A server that is too busy for pictures is asked again after this. */
const againMs = 5000

/**
 * For the `previews` of the widget, which makes a card for each entry, seen or not, and would have the server make a
 * picture for each: they begin with the icon of their kind, and say behind it where the picture is.
 */
export function picturesWhenSeen(server: Server): ReturnType<typeof previewAddress> {
  const [pictures, icons] = [previewAddress(server), iconAddress(server)]
  return (entry, width, height) => {
    const address = pictures(entry, width, height)
    return address && `${icons(entry, 'big')}#${address}`
  }
}

/** Asks for those pictures that are in sight; in place of one that cannot be had there is the icon again. */
export function useSeenPictures(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = frame.current
    if (!root) return undefined
    const show = (entries: IntersectionObserverEntry[]) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        // The widget may show another file by it, or another version.
        seen.unobserve(target)
        const address = target.getAttribute('src') ?? ''
        const picture = address.split('#')[1]
        if (!picture) continue
        addresses.set(target, address)
        target.setAttribute('src', picture)
      }
    }
    const margins: IntersectionObserverInit & { scrollMargin: string } = {
      rootMargin: ahead,
      scrollMargin: ahead,
    }
    const addresses = new WeakMap<Element, string>()
    const fail = ({ target }: Event) => {
      const picture = target as Element
      const address = addresses.get(picture)
      const icon = address?.split('#')[0]
      // Another file by now, or no picture of ours.
      if (!address || !icon || address !== `${icon}#${picture.getAttribute('src')}`) return
      picture.setAttribute('src', icon)
      setTimeout(() => {
        if (picture.getAttribute('src') === icon) picture.setAttribute('src', address)
      }, againMs)
    }
    const seen = new IntersectionObserver(show, margins)
    const look = () => {
      for (const picture of root.querySelectorAll(waiting)) seen.observe(picture)
    }
    const changes = new MutationObserver(look)
    changes.observe(root, { subtree: true, childList: true, attributeFilter: ['src'] })
    root.addEventListener('error', fail, { capture: true })
    look()
    return () => {
      root.removeEventListener('error', fail, { capture: true })
      changes.disconnect()
      seen.disconnect()
    }
  }, [frame])
}
