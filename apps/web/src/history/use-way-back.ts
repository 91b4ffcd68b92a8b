import { redo, undo, undoWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { TakenBack } from '@triptych/contract/history'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isTyping } from '../is-typing.ts'
import { tellLong } from '../tell-long.ts'
import type { ViewProps } from '../view.ts'
import type { PageStep, WayBack } from '../way-back.ts'
import { workspace } from '../workspaces.ts'
import { keptText } from './kept-text.ts'
import { pageSteps } from './page-steps.ts'
import { refusal } from './refusal.ts'
import { plainDeed, t } from '../words/words.ts'

interface Options {
  tell: ViewProps['tell']
  /** Whether whoever is here may change anything. */
  mayChange: boolean
  /** Whether the log has names of people. */
  hasNames: boolean
  /** Told that something was done here, or that the last of it was undone. */
  onDone: () => void
  onUndone: () => void
}

/** The way back through what was done here, by the server: also after the page was loaded anew. */
export function useWayBack(server: Server, options: Options): WayBack {
  const latest = useRef(options)
  latest.current = options
  const [can, setCan] = useState(() => readCan(server.origin))
  const taking = useRef(0)
  /** Of how many it is told that they are under way. */
  const long = useRef(0)
  const [noted] = useState(pageSteps)

  const ways = useMemo(() => {
    /** The step that is next, or one that is named. */
    async function take(
      which: 'next' | 'named',
      work: () => Promise<TakenBack>,
      done: 'undone' | 'redone',
    ): Promise<void> {
      const { tell, hasNames } = latest.current
      // Whoever presses again because nothing is seen to happen means no further step.
      if (long.current > 0) return
      taking.current++
      const working = work()
      const text = done === 'undone' ? t('Undoing …') : t('Doing it again …')
      tellLong(tell, working, text, (isOn) => (long.current += isOn ? 1 : -1))
      try {
        const taken = await working
        const { kept } = taken
        if (done === 'undone') latest.current.onUndone()
        setCan(
          done === 'undone' ? (was) => ({ ...was, redo: true }) : (was) => ({ ...was, undo: true }),
        )
        if (kept.length > 0)
          tell({ kind: 'info', text: await keptText(server, { kept, done, hasNames }) })
        else if (isTold(taken)) tell({ kind: 'info', text: takenText(taken, done) })
      } catch (error) {
        const { code } = error as { code?: string }
        const isNothing = code === `history.nothing_to_${done === 'undone' ? 'undo' : 'redo'}`
        if (isNothing) setCan((was) => ({ ...was, [done === 'undone' ? 'undo' : 'redo']: false }))
        if (which === 'next') noted.refused(done, !isNothing)
        tell(refusal(error as Error, done))
      } finally {
        taking.current--
      }
    }
    function takeNoted(step: PageStep | null, done: 'undone' | 'redone'): boolean {
      if (!step) return false
      if (done === 'undone') step.undo()
      else step.redo()
      setCan((was) => ({ ...was, [done === 'undone' ? 'redo' : 'undo']: true }))
      latest.current.tell({ kind: 'info', text: step[done] })
      return true
    }
    return {
      undo() {
        if (long.current > 0) return
        if (!takeNoted(noted.undo(), 'undone')) void take('next', () => undo(server), 'undone')
      },
      redo() {
        if (long.current > 0) return
        if (!takeNoted(noted.redo(), 'redone')) void take('next', () => redo(server), 'redone')
      },
      undoWrite: (write: string) => void take('named', () => undoWrite(server, write), 'undone'),
      note(step: PageStep) {
        noted.noted(step)
        setCan({ undo: true, redo: false })
        latest.current.onDone()
      },
      forgetNoted: () => noted.clear(),
    }
  }, [server])

  useEffect(
    // Whatever else is done here is what can be undone next, and nothing can be redone.
    () =>
      server.onUnsaved((count) => {
        if (taking.current > 0) return noted.taking(count)
        noted.unsaved(count)
        if (count === 0) return
        setCan({ undo: true, redo: false })
        latest.current.onDone()
      }),
    [server],
  )
  useEffect(() => writeCan(server.origin, can), [server, can])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const way = wayOf(event)
      if (!way || !latest.current.mayChange || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      ways[way]()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [ways])

  return useMemo(() => ({ ...ways, canUndo: can.undo, canRedo: can.redo }), [ways, can])
}

/** A cell of a table is seen to change; nobody sees all rows, all that moves in a plan, or where a file was. */
function isTold({ operation }: TakenBack): boolean {
  return !operation.startsWith('row-')
}

function takenText({ text }: TakenBack, done: 'undone' | 'redone'): string {
  const deed = plainDeed(text)
  return done === 'undone' ? t('Undone: {deed}.', { deed }) : t('Done again: {deed}.', { deed })
}

function wayOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(ctrlKey || metaKey) || altKey) return null
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !shiftKey ? 'redo' : null
}

interface Can {
  undo: boolean
  redo: boolean
}

/** Another tab that has a copy of it is another client. */
const keptAs = (client: string) => `triptych.can ${workspace.name} ${client}`

function readCan(client: string): Can {
  let known: string | null = null
  try {
    known = sessionStorage.getItem(keptAs(client))
  } catch {
    // A browser that keeps nothing is no hindrance.
  }
  return { undo: known?.includes('undo') ?? false, redo: known?.includes('redo') ?? false }
}

function writeCan(client: string, can: Can): void {
  const known = [can.undo && 'undo', can.redo && 'redo'].filter(Boolean).join(' ')
  try {
    sessionStorage.setItem(keptAs(client), known)
  } catch {
    // The keys work all the same.
  }
}
