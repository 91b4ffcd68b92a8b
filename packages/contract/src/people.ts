import { z } from 'zod'

export const PersonName = z.string().max(64)

/** Where somebody is, in words or as the page's address has it. */
export const PersonPlace = z.string().max(200)

/**
 * By this a visitor is known when they come back. Whoever has it is taken for them, so it must be known to nobody
 * else: long, drawn at random, and not what is sent as `X-Origin`, which the log tells everybody.
 */
export const VisitorKey = z.string().regex(/^[\w.-]{16,64}$/)

/** The most that one stream can stand for: the tabs of a browser, say. */
export const mostVisitors = 16

/** Somebody who follows the events of a workspace and says who they are. */
export const Person = z
  .object({
    id: z.string().meta({
      description:
        'The same as long as they are here. It does not tell their key. On a server with accounts it is that of the account, in however many browsers it is here.',
    }),
    name: PersonName.nullable(),
    at: PersonPlace.nullable().meta({ description: 'What they look at, as they put it.' }),
    since: z.iso.datetime().meta({ description: 'When they came.' }),
  })
  .meta({
    id: 'Person',
    description: 'Somebody who follows the events of a workspace and says who they are.',
  })
export type Person = z.infer<typeof Person>

/** The most that are told of at once: those who have been here longest. */
export const mostPeople = 1000

/** What `event: people` of `/events` carries, and what `/events/people` answers. */
export const People = z
  .object({
    people: z.array(Person).max(mostPeople),
    you: z
      .array(z.string())
      .optional()
      .meta({ description: 'The ids of those who are told, in the order of their keys.' }),
  })
  .meta({ id: 'People', description: 'Who is here.' })
export type People = z.infer<typeof People>

/** What `event: people-changed` carries: what is another than in the last message. */
export interface PeopleChanged {
  /** Who came, or is elsewhere or called otherwise. */
  changed: Person[]
  /** The ids of those who went. */
  left: string[]
}
