import { openData } from 'triptych-client/data'
import type { FileEntry } from 'triptych-client/data'
import type { Server, ServerError } from 'triptych-client'
import { useEffect, useState } from 'react'
import { problemText } from '../../failure-text.ts'
import { byName } from '../../files/shown.ts'

/** Somebody who types is not asked for at each letter. */
const pauseMs = 150

interface Entries {
  /** Folders first; `null` while they are not known yet. */
  entries: readonly FileEntry[] | null
  problem: string
}

/** What is in a folder, or what is found below it. `onGone` is told of a folder that is not there. */
export function useEntries(
  server: Server,
  folder: string,
  text: string,
  onGone: () => void,
): Entries {
  const sought = text.trim()
  const [read, setRead] = useState<{ of: string; entries: FileEntry[] } | null>(null)
  const [problem, setProblem] = useState('')
  const of = JSON.stringify([folder, sought])
  useEffect(() => {
    let isOver = false
    setProblem('')
    const ask = async () => {
      const files = openData(server).files
      try {
        const all = await (sought === ''
          ? files.list(folder)
          : files.find({ folder, text: sought }))
        if (!isOver) setRead({ of, entries: all.toSorted(foldersFirst) })
      } catch (error) {
        if (isOver) return
        const { status } = error as ServerError
        if ((status === 404 || status === 403) && folder !== '/') onGone()
        else setProblem(problemText(error as Error))
      }
    }
    const timer = setTimeout(() => void ask(), sought === '' ? 0 : pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [server, of])
  return { entries: read?.of === of ? read.entries : null, problem }
}

function foldersFirst(one: FileEntry, other: FileEntry): number {
  const [isFirst, isSecond] = [one.type === 'folder', other.type === 'folder']
  return Number(isSecond) - Number(isFirst) || byName(one.value, other.value)
}
