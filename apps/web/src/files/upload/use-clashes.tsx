import type { Clash, ClashAnswer, OnClash } from 'triptych-client'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { focusList } from '../list/use-list-focus.ts'

/** It comes when it is asked for. */
const ClashDialog = lazy(async () => ({
  default: (await import('./clash-dialog.tsx')).ClashDialog,
}))

interface Question {
  id: number
  clash: Clash
  answer: (answer: ClashAnswer | null) => void
}

/** Asks about names that are taken, one after the other. */
export function useClashes(frame: RefObject<HTMLElement | null>) {
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const open = useRef(new Map<number, Question>())
  const last = useRef(0)
  const isShown = useRef(true)

  const [onClash] = useState(() => {
    const show = () => setQuestions([...open.current.values()])
    const ask: OnClash = (clash) => {
      // Uploads go on where nobody sees them: to keep both loses nothing.
      if (!isShown.current) return Promise.resolve({ conflict: 'number' })
      return new Promise((resolve) => {
        const id = ++last.current
        const answer = (given: ClashAnswer | null) => {
          open.current.delete(id)
          show()
          resolve(given)
        }
        open.current.set(id, { id, clash, answer })
        show()
      })
    }
    return ask
  })

  useEffect(() => {
    isShown.current = true
    const asked = open.current
    return () => {
      isShown.current = false
      // Whoever leaves has given no answer.
      for (const { answer } of asked.values()) answer(null)
    }
  }, [])

  const [first] = questions
  useEffect(() => {
    // The widget's own question for a name leaves the keyboard nowhere.
    if (first || last.current === 0 || document.activeElement !== document.body) return
    focusList(frame.current)
  }, [first, frame])
  const question = first && (
    <Suspense fallback={null}>
      <ClashDialog key={first.id} clash={first.clash} onAnswer={first.answer} />
    </Suspense>
  )
  return { onClash, question }
}
