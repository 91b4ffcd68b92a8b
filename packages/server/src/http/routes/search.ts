import { mostHits, SearchResult, SearchText } from '@triptych/contract/search'
import { z } from 'zod'
import { searchWorkspace } from '../../domain/search/search-workspace.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'

export const search: Route[] = [
  route({
    method: 'GET',
    scope: 'workspace',
    group: 'Search',
    path: '/search',
    yieldsTo: 'search',
    query: {
      q: SearchText.meta({
        description: 'A part of a name or text; letter case and accents do not count.',
      }),
      limit: z
        .int()
        .min(1)
        .max(mostHits)
        .default(8)
        .meta({ description: 'At most so many of each kind.' }),
    },
    operationId: 'searchWorkspace',
    summary: 'Find tasks, files, tables, rows and people',
    description:
      'By name, and rows by any text column; only what one may see. After a few seconds no further table is looked into, and `more` says so.',
    answer: SearchResult,
    errors: [],
    handle: ({ context }, { query: { q, limit } }) => searchWorkspace(context, { text: q, limit }),
  }),
]
