import { AppError } from '../../errors.ts'
import type { Spot } from '../../ports/storage.ts'
import { checkNameFor } from './names-here.ts'
import type { NamesOf } from './names-here.ts'
import { checkSegment, longestName, nameText, segmentOf } from './segment.ts'
import type { Segment, Segments } from './segment.ts'

/** Our own folder at the top of the drive. */
export const ownFolder = '.triptych'
export const hiddenFolder = [ownFolder, 'hidden']

const keyForm = /^[A-Za-z0-9-]{1,64}$/

/** Where spots lie below the root, and which names people may see and use. */
export interface Spots {
  /** Something that is there already, or not at all: any other name is not found. */
  existing: (spot: Spot) => Segments
  /**
   * The last name is a new one: where it cannot be given it is a bad name. One that is not UTF-8 can
   * only be kept, or given back to what was hidden.
   */
  coming: (spot: Spot, from?: Spot) => Segments
  /** `null` for a name that is not for people. */
  shown: (folder: Spot, name: Segment) => string | null
  /** The one text that a name on this disk has. */
  text: (name: Segment) => string
}

/** What is particular about the disk that they are on. */
export interface DiskNames {
  /** Tells whether a name at the top leads to our own folder, however it is spelled. */
  isOwn: (top: Segment) => boolean
  /** Whether an accent may be written in one character or in two, and it is the same name. */
  normalises: boolean
  names: NamesOf
}

export function spotsOf(showHidden: boolean, { isOwn, normalises, names }: DiskNames): Spots {
  const isVisible = (name: Segment) => showHidden || Buffer.from(name)[0] !== dot

  function driveSegment(text: string, depth: number): Segment {
    const segment = segmentOf(text)
    checkSegment(segment)
    checkNameFor(names, segment)
    const isFree = isVisible(segment) && !(depth === 0 && isOwn(segment))
    if (!isFree) throw new AppError('files.bad_name', 'A name like this is not for use.')
    return segment
  }

  function segments({ area, path }: Spot): Segments {
    if (area === 'drive') return path.map(driveSegment)
    const [key, ...below] = path
    if (key === undefined) return hiddenFolder
    if (!isKey(key)) throw new AppError('files.bad_name', 'This is not the key of a hidden thing.')
    const segmentsBelow = below.map(segmentOf)
    // They may have come in an archive of another system.
    for (const segment of segmentsBelow) checkNameFor(names, segment)
    return [...hiddenFolder, key, ...segmentsBelow]
  }

  function existing(spot: Spot): Segments {
    try {
      return segments(spot)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'files.bad_name') throw error
      throw new AppError('files.not_found', 'There is nothing of that name.')
    }
  }

  function text(name: Segment): string {
    return normalises ? nameText(name).normalize('NFC') : nameText(name)
  }

  return {
    existing,
    text,
    coming(spot, from) {
      existing({ area: spot.area, path: spot.path.slice(0, -1) })
      const target = segments(spot)
      const isKept = from?.area === 'hidden' || from?.path.at(-1) === spot.path.at(-1)
      if (Buffer.isBuffer(target.at(-1)) && !isKept) {
        throw new AppError('files.bad_name', 'A new name is valid Unicode.')
      }
      return target
    },
    shown({ area, path }, name) {
      // What is hidden is shown one day, so the same names count there.
      const isOurs = area === 'drive' && path.length === 0 && name === ownFolder
      const isUsable = isVisible(name) && !isOurs && Buffer.byteLength(name) <= longestName
      return isUsable ? text(name) : null
    },
  }
}

export function isKey(name: unknown): name is string {
  return typeof name === 'string' && keyForm.test(name)
}

const dot = 0x2e
