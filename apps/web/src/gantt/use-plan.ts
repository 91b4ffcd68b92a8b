import type { IApi, TID } from '@svar-ui/react-gantt'
import { connectGantt, sendWrite } from 'triptych-client'
import type { GanttConnection, LoadState, Saved, Team } from 'triptych-client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { refuseWrites } from '../refuse-writes.ts'
import type { ViewProps } from '../view.ts'
import { freeTone, membersOf } from './team-context.ts'
import type { TeamState } from './team-context.ts'
import { tones } from './tones.ts'
import { reasonOf, t } from '../words/words.ts'

/** What keys do; the widget leaves out the rest by itself where it is for reading only. */
const writes = [
  'add-task',
  'copy-task',
  'cut-task',
  'paste-task',
  'delete-task',
  'move-task',
  'indent-task',
  'drag-task',
  'add-link',
  'delete-link',
]

export type Plan = ReturnType<typeof usePlan>

/** The plan of the workspace in the widget, from when the widget is there. */
export function usePlan(api: IApi | null, props: ViewProps, mayChange: boolean) {
  const { server, tell, tellFailure } = props
  const [load, setLoad] = useState<LoadState>({ state: 'loading' })
  const [connection, setConnection] = useState<GanttConnection | null>(null)
  const [people, setPeople] = useState<Team>({ resources: [], assignments: [] })
  const [isEmpty, setEmpty] = useState(false)
  const [edited, setEdited] = useState<string | number | null>(null)
  const saved = useRef(new Set<(saved: Saved) => void>())

  useEffect(() => {
    if (!api) return undefined
    let isLoaded = false
    const opened = connectGantt(api, {
      server,
      onError(failure) {
        if (failure.action !== 'request-data') return tellFailure(failure)
        // What cannot be read at first is told in the place of the plan.
        if (isLoaded) {
          tell({
            kind: 'error',
            text: t('The plan could not be read. {message}', { message: reasonOf(failure.error) }),
          })
        }
      },
      onLoad(now) {
        isLoaded = now.state === 'shown'
        setLoad(now)
      },
      onTeam: setPeople,
      onSaved: (one) => saved.current.forEach((listener) => listener(one)),
      autoConvert: true,
    })
    setConnection(opened)
    const end = mayChange ? null : refuseWrites(api, writes)
    return () => {
      end?.()
      opened.stop()
    }
  }, [api, server, tell, tellFailure, mayChange])

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('usePlan')
    const { _tasks } = api.getReactiveState()
    const count = (tasks: readonly unknown[] | undefined) => setEmpty(!tasks?.length)
    // The types do not tell of it.
    const unsubscribe = _tasks.subscribe(count) as unknown as () => void
    api.on('show-editor', ({ id }) => setEdited(id ?? null), { tag })
    return () => {
      api.detach(tag)
      unsubscribe()
    }
  }, [api])

  const onSaved = useCallback((listener: (saved: Saved) => void) => {
    saved.current.add(listener)
    return () => saved.current.delete(listener)
  }, [])

  const team = useMemo<TeamState>(() => {
    async function addAll(task: TID, added: readonly { name: string; color: string }[]) {
      await server.writersSettled()
      // Together, so that it is one step to take back.
      const body = added.flatMap((person, index) => {
        const resource = `temp://${index + 1}`
        const assignment = { task: connection?.realId(task), resource, units: 100 }
        return [
          { url: 'resources', method: 'POST', data: { ...person, id: resource } },
          { url: 'assignments', method: 'POST', data: assignment },
        ]
      })
      await sendWrite(server, { method: 'POST', path: 'batch?atomic=true', body })
    }

    return {
      ...people,
      assign: (task, resources) => connection?.assign(task, resources),
      addPerson: (task, person) => addAll(task, [person]),
      addPeople(task, names) {
        const free = freeTone(membersOf(people))
        const added = names.map((name, index) => ({
          name,
          color: tones[(free + index) % tones.length]!.color,
        }))
        addAll(task, added).catch((error: Error) => tell({ kind: 'error', text: reasonOf(error) }))
      },
      async changePerson(id, body) {
        await sendWrite(server, { method: 'PUT', path: `resources/${id}`, body })
      },
    }
  }, [people, connection, server, tell])
  return {
    load,
    connection,
    team,
    isEmpty,
    edited,
    onSaved,
  }
}
