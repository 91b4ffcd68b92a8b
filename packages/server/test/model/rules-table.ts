/** One of what rules are about, of each kind. */
export interface Things {
  folder: string
  table: string
  task: number
  link: number
  assignment: number
}

interface Request {
  path: string
  body?: unknown
  /** Sent as a form with one file of this name. */
  file?: string
}

/**
 * What a route has to do with things: it reads one, changes one or makes one, as `at` asks for it; or it tells of many; or it is about
 * none, for owners or in itself.
 */
export type Ruled =
  | { does: 'read' | 'change' | 'make'; at: (things: Things) => Request }
  | { does: 'list'; path: string }
  | { does: 'nothing' }

type At = (things: Things) => Request

const reads = (at: At): Ruled => ({ does: 'read', at })
const changes = (at: At): Ruled => ({ does: 'change', at })
/** That a name is taken is told, and cannot be kept secret. */
const makes = (at: At): Ruled => ({ does: 'make', at })
const lists = (path: string): Ruled => ({ does: 'list', path })
const nothing: Ruled = { does: 'nothing' }

const idOf = (path: string) => encodeURIComponent(path)
const row = { name: 'new' }
const none = { field: 'name', type: 'text', filter: 'equal', value: 'no such row' }

/** All routes of a workspace, written by hand and from nothing but the documentation. */
export const ruled: Record<string, Ruled> = {
  'GET /search': lists('/search?q=e&limit=50'),
  'GET /files': lists('/files'),
  'PUT /files': changes(({ folder }) => ({
    path: '/files',
    body: { operation: 'move', ids: [`${folder}/x.txt`], target: '/open' },
  })),
  'DELETE /files': changes(({ folder }) => ({
    path: '/files',
    body: { ids: [`${folder}/x.txt`] },
  })),
  'GET /files/{id}': reads(({ folder }) => ({ path: `/files/${idOf(folder)}` })),
  'POST /files/{id}': changes(({ folder }) => ({
    path: `/files/${idOf(folder)}`,
    body: { name: 'new', type: 'folder' },
  })),
  'PUT /files/{id}': changes(({ folder }) => ({
    path: `/files/${idOf(`${folder}/x.txt`)}`,
    body: { operation: 'rename', name: 'y.txt' },
  })),
  'GET /info': lists('/info'),
  'GET /info/{id}': reads(({ folder }) => ({ path: `/info/${idOf(`${folder}/x.txt`)}` })),
  'POST /upload': changes(({ folder }) => ({ path: `/upload?id=${folder}`, file: 'up.txt' })),
  'POST /upload/{id}': changes(({ folder }) => ({
    path: `/upload/${idOf(folder)}`,
    file: 'up.txt',
  })),
  'GET /upload': nothing,
  'POST /direct': changes(({ folder }) => ({
    path: '/direct',
    body: { id: folder, name: 'up.bin', size: 9, parts: [] },
  })),
  'PUT /direct': changes(({ folder }) => ({
    path: '/direct',
    body: { id: folder, name: 'up.bin', upload: 'x' },
  })),
  // It is of whoever began it, and has no place yet.
  'DELETE /direct': nothing,
  'GET /direct': reads(({ folder }) => ({ path: `/direct?id=${folder}/x.txt` })),
  'GET /preview': reads(({ folder }) => ({
    path: `/preview?width=10&height=10&id=${folder}/x.txt`,
  })),
  'GET /icons/{size}/{name}': nothing,
  'GET /trash': lists('/trash'),
  // What may come back and end is told apart by what is in the list: tested with the trash itself.
  'POST /trash/restore': nothing,
  'DELETE /trash': nothing,
  'GET /versions': reads(({ folder }) => ({ path: `/versions?id=${folder}/x.txt` })),
  // By numbers that nobody has before: tested with the versions themselves.
  'GET /versions/{version}': nothing,
  'POST /versions/{version}/restore': nothing,
  'DELETE /versions/{version}': nothing,
  'GET /quotas': nothing,
  'PUT /quotas': nothing,
  'GET /shares': lists('/shares'),
  'POST /shares': reads(({ folder }) => ({
    path: '/shares',
    body: { id: `${folder}/x.txt`, access: 'read' },
  })),
  'POST /shares/addresses': reads(({ folder }) => ({
    path: '/shares/addresses',
    body: { ids: [`${folder}/x.txt`], for: 'direct' },
  })),
  'GET /shares/open/{secret}': nothing,
  'GET /shares/open/{secret}/download': nothing,
  'GET /shares/open/{secret}/files': nothing,
  'POST /shares/open/{secret}/password': nothing,
  'POST /shares/open/{secret}/upload': nothing,
  'DELETE /shares/{id}': nothing,

  'GET /tasks': lists('/tasks'),
  'POST /tasks': changes(({ task }) => ({ path: '/tasks', body: { text: 'new', parent: task } })),
  'GET /tasks/{id}': reads(({ task }) => ({ path: `/tasks/${task}` })),
  'GET /tasks/{id}/self': reads(({ task }) => ({ path: `/tasks/${task}/self` })),
  'PUT /tasks/{id}': changes(({ task }) => ({ path: `/tasks/${task}`, body: { text: 'new' } })),
  'DELETE /tasks/{id}': changes(({ task }) => ({ path: `/tasks/${task}` })),
  'GET /links': lists('/links'),
  'POST /links': changes(({ task }) => ({
    path: '/links',
    body: { source: 1, target: task, type: 's2s' },
  })),
  'GET /links/{id}': reads(({ task }) => ({ path: `/links/${task}` })),
  'PUT /links/{id}': changes(({ link }) => ({ path: `/links/${link}`, body: { lag: 3 } })),
  'DELETE /links/{id}': changes(({ link }) => ({ path: `/links/${link}` })),
  'GET /assignments': lists('/assignments'),
  'POST /assignments': changes(({ task }) => ({
    path: '/assignments',
    body: { task, resource: 2 },
  })),
  'GET /assignments/{id}': reads(({ task }) => ({ path: `/assignments/${task}` })),
  'PUT /assignments/{id}': changes(({ assignment }) => ({
    path: `/assignments/${assignment}`,
    body: { units: 7 },
  })),
  'DELETE /assignments/{id}': changes(({ assignment }) => ({
    path: `/assignments/${assignment}`,
  })),
  // Who works on the plan is for all who see it.
  'GET /resources': nothing,
  'POST /resources': nothing,
  'PUT /resources/{id}': nothing,
  'DELETE /resources/{id}': nothing,
  // So is when they work.
  'GET /schedule': nothing,
  'PUT /schedule': nothing,
  'GET /schedule/analysis': lists('/schedule/analysis'),
  'GET /schedule/due': lists('/schedule/due'),
  'GET /schedule/load': lists('/schedule/load'),
  'POST /schedule/preview': changes(({ task }) => ({
    path: '/schedule/preview',
    body: { changes: [{ url: `tasks/${task}`, method: 'PUT', data: { text: 'new' } }] },
  })),
  // Only of a plan that schedules itself: tested with it.
  'POST /schedule/level': nothing,
  'POST /schedule/postpone': nothing,
  // An import is about the plan as a whole; what it may not replace is tested with it.
  'POST /schedule/import': nothing,
  'GET /schedule/export': lists('/schedule/export'),
  'GET /calendars': nothing,
  'POST /calendars': nothing,
  'PUT /calendars/{id}': nothing,
  'DELETE /calendars/{id}': nothing,
  // Of the plan as a whole; that they tell nothing of what is hidden is tested with them.
  'GET /baselines': nothing,
  'POST /baselines': nothing,
  'GET /baselines/{id}': nothing,
  'PUT /baselines/{id}': nothing,
  'DELETE /baselines/{id}': nothing,
  'GET /baselines/{id}/compare': nothing,
  'POST /batch': changes(({ task }) => ({
    path: '/batch?atomic=true',
    body: [{ url: `tasks/${task}`, method: 'PUT', data: { text: 'new' } }],
  })),

  'GET /tables': lists('/tables'),
  'POST /tables': makes(({ table }) => ({
    path: '/tables',
    body: { name: table, columns: [{ name: 'a', type: 'text' }] },
  })),
  'GET /tables/{table}': reads(({ table }) => ({ path: `/tables/${table}` })),
  'PATCH /tables/{table}': changes(({ table }) => ({
    path: `/tables/${table}`,
    body: { changes: [{ addColumn: { name: 'more', type: 'text' } }] },
  })),
  'DELETE /tables/{table}': changes(({ table }) => ({ path: `/tables/${table}` })),
  'GET /tables/{table}/views': reads(({ table }) => ({ path: `/tables/${table}/views` })),
  'POST /tables/{table}/views': changes(({ table }) => ({
    path: `/tables/${table}/views`,
    body: { name: 'new' },
  })),
  'PUT /tables/{table}/views/{view}': changes(({ table }) => ({
    path: `/tables/${table}/views/one`,
    body: { name: 'other' },
  })),
  'DELETE /tables/{table}/views/{view}': changes(({ table }) => ({
    path: `/tables/${table}/views/one`,
  })),
  'GET /{table}': reads(({ table }) => ({ path: `/${table}` })),
  'POST /{table}': changes(({ table }) => ({ path: `/${table}`, body: row })),
  'GET /{table}/{id}': reads(({ table }) => ({ path: `/${table}/1` })),
  'PUT /{table}/{id}': changes(({ table }) => ({ path: `/${table}/1`, body: row })),
  'PATCH /{table}/{id}': changes(({ table }) => ({
    path: `/${table}/1`,
    body: { key: 'name', value: 'new' },
  })),
  'DELETE /{table}/{id}': changes(({ table }) => ({ path: `/${table}/1` })),
  'POST /{table}/rows': changes(({ table }) => ({ path: `/${table}/rows`, body: { rows: [row] } })),
  'PUT /{table}/rows': changes(({ table }) => ({
    path: `/${table}/rows`,
    body: { rows: [{ ...row, id: 1 }], key: ['id'] },
  })),
  'POST /{table}/replace': changes(({ table }) => ({
    path: `/${table}/replace`,
    body: { filter: none, find: 'a', replace: 'b' },
  })),
  'PATCH /{table}/rows': changes(({ table }) => ({ path: `/${table}/rows`, body: { set: row } })),
  'DELETE /{table}/rows': changes(({ table }) => ({
    path: `/${table}/rows?filter=${encodeURIComponent(JSON.stringify(none))}`,
  })),
  'GET /{table}/export': reads(({ table }) => ({ path: `/${table}/export?format=csv` })),
  'POST /{table}/import': makes(({ table }) => ({ path: `/${table}/import`, file: 'more.csv' })),
  'POST /{table}/query': reads(({ table }) => ({ path: `/${table}/query`, body: {} })),
  'GET /{table}/{field}/suggest': reads(({ table }) => ({ path: `/${table}/name/suggest` })),
  'GET /{table}/groups': reads(({ table }) => ({ path: `/${table}/groups?by=name` })),

  // Of what is seen; its own tests say so.
  'GET /stars': nothing,
  'PUT /stars': nothing,

  'GET /comments': reads(({ table }) => ({ path: `/comments?of=${table}/1` })),
  // Who may only read something may say something of it.
  'POST /comments': reads(({ task }) => ({
    path: '/comments',
    body: { of: `tasks/${task}`, text: 'x' },
  })),
  'PUT /comments/{id}': nothing,
  'DELETE /comments/{id}': nothing,

  'GET /changes': lists('/changes'),
  // What they send is what the log tells.
  'GET /events': nothing,
  'GET /events/people': nothing,
  'GET /changes/audit': nothing,
  'GET /history': lists('/history'),
  // Of what was done before; each change that it makes is asked like any other.
  'POST /undo': nothing,
  'POST /redo': nothing,
  'POST /history/restore': changes(({ task }) => ({
    path: '/history/restore',
    body: { of: `tasks/${task}`, at: '2999-01-01T00:00:00Z' },
  })),
  'GET /auth/rules': nothing,
  'GET /auth/rules/mine': lists('/auth/rules/mine'),
  'PUT /auth/rules': nothing,
}
