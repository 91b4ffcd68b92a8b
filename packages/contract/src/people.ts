import { z } from 'zod'

export const PersonName = z.string().max(64)

/** Where somebody is, in words or as the page's address has it. */
export const PersonPlace = z.string().max(200)

/** Somebody who follows the events of a workspace and says who they are. */
export const Person = z
  .object({
    id: z
      .string()
      .meta({ description: 'The same as long as they are here. It is not their origin.' }),
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
      .string()
      .optional()
      .meta({ description: 'The id of the one who is told, where it is told to one.' }),
  })
  .meta({ id: 'People', description: 'Who is here.' })
export type People = z.infer<typeof People>
