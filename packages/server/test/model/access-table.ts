/** Who is the first that may use a route; everybody behind may, too. */
export const standings = [
  'nobody',
  'stranger',
  'reader',
  'commenter',
  'editor',
  'owner',
  'server owner',
] as const
export type Standing = (typeof standings)[number]

export interface Access {
  least: Standing
  /** What is sent so that it can succeed. `path` has the variables of the address filled in. */
  path: string
  body?: unknown
  /** Sent as a form with one file of this name. */
  file?: string
}

const film = { name: 'Alien' }
const wrongSecret = 'x'.repeat(43)
const noPasskey = { id: 'x', rawId: 'x', type: 'public-key' }
const said = { clientDataJSON: 'x' }
const none = { field: 'name', type: 'text', filter: 'equal', value: 'no such film' }

/**
 * The whole API, written by hand and from nothing but the documentation: a route that is missing here fails, and
 * one that lets in somebody else than is said here, too.
 */
export const access: Record<string, Access> = {
  'GET /health': { least: 'nobody', path: '/health' },
  'GET /health/live': { least: 'nobody', path: '/health/live' },
  'GET /openapi.json': { least: 'nobody', path: '/openapi.json' },
  'GET /metrics': { least: 'server owner', path: '/metrics' },

  'GET /workspaces': { least: 'stranger', path: '/workspaces' },
  'POST /workspaces': { least: 'server owner', path: '/workspaces', body: { name: 'new' } },
  'PATCH /workspaces/{name}': {
    least: 'owner',
    path: '/workspaces/team',
    body: { title: 'Our team' },
  },
  'DELETE /workspaces/{name}': { least: 'owner', path: '/workspaces/team' },
  'POST /workspaces/{name}/restore': { least: 'owner', path: '/workspaces/team/restore' },
  'GET /workspaces/{name}/export': { least: 'owner', path: '/workspaces/team/export' },

  'GET /search': { least: 'reader', path: '/search?q=a' },

  'GET /files': { least: 'reader', path: '/files' },
  'PUT /files': {
    least: 'editor',
    path: '/files',
    body: { operation: 'copy', ids: ['/a.txt'], target: '/folder' },
  },
  'DELETE /files': { least: 'editor', path: '/files', body: { ids: ['/none.txt'] } },
  'GET /files/{id}': { least: 'reader', path: '/files/%2Ffolder' },
  'POST /files/{id}': {
    least: 'editor',
    path: '/files/%2F',
    body: { name: 'made', type: 'folder' },
  },
  'PUT /files/{id}': {
    least: 'editor',
    path: '/files/%2Fa.txt',
    body: { operation: 'rename', name: 'a.txt' },
  },
  'GET /info': { least: 'reader', path: '/info' },
  'GET /info/{id}': { least: 'reader', path: '/info/%2Fa.txt' },
  'POST /upload': { least: 'editor', path: '/upload?id=/', file: 'up.txt' },
  'POST /upload/{id}': { least: 'editor', path: '/upload/%2Ffolder', file: 'up.txt' },
  'GET /upload': { least: 'editor', path: '/upload?size=9' },
  'POST /direct': {
    least: 'editor',
    path: '/direct',
    body: { id: '/', name: 'a.bin', size: 9, parts: [] },
  },
  'PUT /direct': { least: 'editor', path: '/direct', body: { id: '/', name: 'a', upload: 'x' } },
  'DELETE /direct': { least: 'editor', path: '/direct', body: { upload: 'x' } },
  'GET /direct': { least: 'reader', path: '/direct?id=/a.txt' },
  'GET /preview': { least: 'reader', path: '/preview?width=10&height=10&id=/a.txt' },
  'GET /icons/{size}/{name}': { least: 'nobody', path: '/icons/big/txt.svg' },

  'GET /tasks': { least: 'reader', path: '/tasks' },
  'POST /tasks': { least: 'editor', path: '/tasks', body: { text: 'Dig' } },
  'GET /tasks/{id}': { least: 'reader', path: '/tasks/1' },
  'GET /tasks/{id}/self': { least: 'reader', path: '/tasks/1/self' },
  'PUT /tasks/{id}': { least: 'editor', path: '/tasks/1', body: { text: 'Dig on' } },
  'DELETE /tasks/{id}': { least: 'editor', path: '/tasks/99' },
  'GET /links': { least: 'reader', path: '/links' },
  'POST /links': {
    least: 'editor',
    path: '/links',
    body: { source: 1, target: 2, type: 'e2s' },
  },
  'GET /links/{id}': { least: 'reader', path: '/links/1' },
  'PUT /links/{id}': { least: 'editor', path: '/links/1', body: { type: 's2s' } },
  'DELETE /links/{id}': { least: 'editor', path: '/links/99' },
  'GET /assignments': { least: 'reader', path: '/assignments' },
  'POST /assignments': { least: 'editor', path: '/assignments', body: { task: 1, resource: 1 } },
  'GET /assignments/{id}': { least: 'reader', path: '/assignments/1' },
  'PUT /assignments/{id}': { least: 'editor', path: '/assignments/99', body: { units: 1 } },
  'DELETE /assignments/{id}': { least: 'editor', path: '/assignments/99' },
  'GET /resources': { least: 'reader', path: '/resources' },
  'POST /resources': { least: 'editor', path: '/resources', body: { name: 'Ann' } },
  'PUT /resources/{id}': { least: 'editor', path: '/resources/1', body: { name: 'Anna' } },
  'DELETE /resources/{id}': { least: 'editor', path: '/resources/99' },
  'GET /schedule': { least: 'reader', path: '/schedule' },
  'PUT /schedule': { least: 'editor', path: '/schedule', body: { minutesPerDay: 450 } },
  'GET /schedule/analysis': { least: 'reader', path: '/schedule/analysis' },
  'GET /schedule/due': { least: 'reader', path: '/schedule/due' },
  'GET /schedule/load': { least: 'reader', path: '/schedule/load' },
  'POST /schedule/level': { least: 'editor', path: '/schedule/level', body: {} },
  'POST /schedule/postpone': { least: 'editor', path: '/schedule/postpone', body: {} },
  'POST /schedule/preview': { least: 'editor', path: '/schedule/preview', body: { changes: [] } },
  'POST /schedule/import': {
    least: 'editor',
    path: '/schedule/import?mode=append',
    body: '<Project><Tasks><Task><UID>1</UID></Task></Tasks></Project>',
  },
  'GET /schedule/export': { least: 'reader', path: '/schedule/export' },
  'GET /calendars': { least: 'reader', path: '/calendars' },
  'POST /calendars': { least: 'editor', path: '/calendars', body: { name: 'Nights' } },
  'PUT /calendars/{id}': { least: 'editor', path: '/calendars/99', body: { name: 'Days' } },
  'DELETE /calendars/{id}': { least: 'editor', path: '/calendars/99' },
  'GET /baselines': { least: 'reader', path: '/baselines' },
  'POST /baselines': { least: 'editor', path: '/baselines', body: { name: 'As agreed' } },
  'GET /baselines/{id}': { least: 'reader', path: '/baselines/99' },
  'PUT /baselines/{id}': { least: 'editor', path: '/baselines/99', body: { name: 'Agreed' } },
  'DELETE /baselines/{id}': { least: 'editor', path: '/baselines/99' },
  'GET /baselines/{id}/compare': { least: 'reader', path: '/baselines/99/compare' },
  'POST /batch': { least: 'reader', path: '/batch', body: [] },

  'GET /tables': { least: 'reader', path: '/tables' },
  'POST /tables': {
    least: 'editor',
    path: '/tables',
    body: { name: 'other', columns: [{ name: 'a', type: 'text' }] },
  },
  'GET /tables/{table}': { least: 'reader', path: '/tables/films' },
  'PATCH /tables/{table}': {
    least: 'editor',
    path: '/tables/films',
    body: { changes: [{ renameColumn: { from: 'name', to: 'name' } }], dryRun: true },
  },
  'DELETE /tables/{table}': { least: 'editor', path: '/tables/none' },
  'GET /tables/{table}/views': { least: 'reader', path: '/tables/films/views' },
  'POST /tables/{table}/views': {
    least: 'editor',
    path: '/tables/films/views',
    body: { name: 'mine' },
  },
  'PUT /tables/{table}/views/{view}': {
    least: 'editor',
    path: '/tables/films/views/mine',
    body: { name: 'mine' },
  },
  'DELETE /tables/{table}/views/{view}': { least: 'editor', path: '/tables/films/views/none' },
  'GET /{table}': { least: 'reader', path: '/films' },
  'POST /{table}': { least: 'editor', path: '/films', body: film },
  'GET /{table}/{id}': { least: 'reader', path: '/films/1' },
  'PUT /{table}/{id}': { least: 'editor', path: '/films/1', body: film },
  'PATCH /{table}/{id}': { least: 'editor', path: '/films/1', body: { key: 'name', value: 'B' } },
  'DELETE /{table}/{id}': { least: 'editor', path: '/films/99' },
  'POST /{table}/rows': { least: 'editor', path: '/films/rows', body: { rows: [film] } },
  'PUT /{table}/rows': {
    least: 'editor',
    path: '/films/rows',
    body: { rows: [{ ...film, id: 1 }], key: ['id'] },
  },
  'POST /{table}/replace': {
    least: 'editor',
    path: '/films/replace',
    body: { filter: none, find: 'a', replace: 'b' },
  },
  'PATCH /{table}/rows': {
    least: 'editor',
    path: '/films/rows',
    body: { set: film },
  },
  'DELETE /{table}/rows': {
    least: 'editor',
    path: `/films/rows?filter=${encodeURIComponent(JSON.stringify(none))}`,
  },
  'GET /{table}/export': { least: 'reader', path: '/films/export?format=csv' },
  'POST /{table}/import': { least: 'editor', path: '/films/import', file: 'more.csv' },
  'POST /{table}/query': { least: 'reader', path: '/films/query', body: {} },
  'GET /{table}/{field}/suggest': { least: 'reader', path: '/films/name/suggest' },
  'GET /{table}/groups': { least: 'reader', path: '/films/groups?by=name' },

  'GET /stars': { least: 'reader', path: '/stars' },
  'PUT /stars': { least: 'reader', path: '/stars', body: { ids: ['/docs'], starred: true } },

  'GET /comments': { least: 'reader', path: '/comments?of=tasks/1' },
  'POST /comments': {
    least: 'commenter',
    path: '/comments',
    body: { of: 'tasks/1', text: 'x' },
  },
  'PUT /comments/{id}': { least: 'commenter', path: '/comments/none', body: { text: 'x' } },
  'DELETE /comments/{id}': { least: 'commenter', path: '/comments/none' },

  'GET /changes': { least: 'reader', path: '/changes' },
  'GET /events': { least: 'reader', path: '/events' },
  'GET /events/people': { least: 'reader', path: '/events/people' },
  'GET /changes/audit': { least: 'owner', path: '/changes/audit' },

  'GET /history': { least: 'reader', path: '/history' },
  // Each change that it makes asks for itself.
  'POST /undo': { least: 'reader', path: '/undo', body: {} },
  'POST /redo': { least: 'reader', path: '/redo' },
  'POST /history/restore': {
    least: 'editor',
    path: '/history/restore',
    body: { of: 'tasks', at: '2999-01-01T00:00:00Z' },
  },

  'GET /trash': { least: 'reader', path: '/trash' },
  'POST /trash/restore': { least: 'editor', path: '/trash/restore', body: { ids: [] } },
  'GET /versions': { least: 'reader', path: '/versions?id=/a.txt' },
  'GET /versions/{version}': { least: 'reader', path: '/versions/999999' },
  'POST /versions/{version}/restore': { least: 'editor', path: '/versions/999999/restore' },
  'DELETE /versions/{version}': { least: 'editor', path: '/versions/999999' },
  'DELETE /trash': { least: 'editor', path: '/trash', body: { ids: [] } },
  'GET /quotas': { least: 'owner', path: '/quotas' },
  'PUT /quotas': { least: 'owner', path: '/quotas', body: { path: '/', bytes: null } },

  'GET /auth/rules': { least: 'owner', path: '/auth/rules' },
  'GET /auth/rules/mine': { least: 'reader', path: '/auth/rules/mine' },
  'PUT /auth/rules': {
    least: 'owner',
    path: '/auth/rules',
    body: { thing: { kind: 'folder', id: '/' }, subject: { kind: 'everyone' }, access: null },
  },

  'GET /shares': { least: 'reader', path: '/shares' },
  'POST /shares': { least: 'reader', path: '/shares', body: { id: '/a.txt', access: 'read' } },
  'POST /shares/addresses': {
    least: 'reader',
    path: '/shares/addresses',
    body: { ids: ['/a.txt'], for: 'direct' },
  },
  // What is behind them is for whoever has the secret, and this one nobody has.
  'GET /shares/open/{secret}': { least: 'nobody', path: `/shares/open/${wrongSecret}` },
  'GET /shares/open/{secret}/download': {
    least: 'nobody',
    path: `/shares/open/${wrongSecret}/download`,
  },
  'GET /shares/open/{secret}/files': { least: 'nobody', path: `/shares/open/${wrongSecret}/files` },
  'POST /shares/open/{secret}/password': {
    least: 'nobody',
    path: `/shares/open/${wrongSecret}/password`,
    body: { password: 'x' },
  },
  'POST /shares/open/{secret}/upload': {
    least: 'nobody',
    path: `/shares/open/${wrongSecret}/upload`,
    file: 'up.txt',
  },
  'DELETE /shares/{id}': { least: 'reader', path: '/shares/none' },

  'GET /auth': { least: 'nobody', path: '/auth' },
  'POST /auth/login': {
    least: 'nobody',
    path: '/auth/login',
    body: { name: 'nobody here', password: 'a long password' },
  },
  'POST /auth/logout': { least: 'nobody', path: '/auth/logout' },
  'POST /auth/links/look': {
    least: 'nobody',
    path: '/auth/links/look',
    body: { secret: 'x'.repeat(43) },
  },
  'POST /auth/links/use': {
    least: 'nobody',
    path: '/auth/links/use',
    body: { secret: 'x'.repeat(43), name: 'x', password: 'a long password' },
  },
  'POST /auth/password': {
    least: 'stranger',
    path: '/auth/password',
    body: { current: 'not the right one', next: 'another password' },
  },
  'GET /auth/sessions': { least: 'stranger', path: '/auth/sessions' },
  'DELETE /auth/sessions/{id}': { least: 'stranger', path: '/auth/sessions/none' },
  'GET /auth/tokens': { least: 'stranger', path: '/auth/tokens' },
  'POST /auth/tokens': {
    least: 'stranger',
    path: '/auth/tokens',
    body: { name: 'x', access: 'read' },
  },
  'DELETE /auth/tokens/{id}': { least: 'stranger', path: '/auth/tokens/none' },
  'GET /auth/passkeys': { least: 'stranger', path: '/auth/passkeys' },
  'POST /auth/passkeys/options': { least: 'stranger', path: '/auth/passkeys/options', body: {} },
  'POST /auth/passkeys': {
    least: 'stranger',
    path: '/auth/passkeys',
    body: {
      name: 'x',
      credential: { ...noPasskey, response: { ...said, attestationObject: 'x' } },
    },
  },
  'PATCH /auth/passkeys/{id}': {
    least: 'stranger',
    path: '/auth/passkeys/none',
    body: { name: 'x' },
  },
  'DELETE /auth/passkeys/{id}': { least: 'stranger', path: '/auth/passkeys/none' },
  'POST /auth/passkeys/login/options': { least: 'nobody', path: '/auth/passkeys/login/options' },
  'POST /auth/passkeys/login': {
    least: 'nobody',
    path: '/auth/passkeys/login',
    body: {
      credential: {
        ...noPasskey,
        response: { ...said, authenticatorData: 'x', signature: 'x' },
      },
    },
  },
  'POST /auth/forgotten': { least: 'nobody', path: '/auth/forgotten', body: { who: 'nobody' } },
  'GET /auth/mail': { least: 'stranger', path: '/auth/mail' },
  'PUT /auth/mail': { least: 'stranger', path: '/auth/mail', body: { mail: null, password: 'x' } },
  'GET /auth/accounts': { least: 'server owner', path: '/auth/accounts' },
  'PATCH /auth/accounts/{id}': {
    least: 'server owner',
    path: '/auth/accounts/none',
    body: { isOwner: true },
  },
  'DELETE /auth/accounts/{id}': { least: 'server owner', path: '/auth/accounts/none' },
  'DELETE /auth/accounts/{id}/keys': { least: 'server owner', path: '/auth/accounts/none/keys' },
  'POST /auth/accounts/{id}/link': { least: 'server owner', path: '/auth/accounts/none/link' },
  'GET /auth/groups': { least: 'server owner', path: '/auth/groups' },
  'POST /auth/groups': { least: 'server owner', path: '/auth/groups', body: { name: 'x' } },
  'PATCH /auth/groups/{id}': {
    least: 'server owner',
    path: '/auth/groups/none',
    body: { name: 'y' },
  },
  'DELETE /auth/groups/{id}': { least: 'server owner', path: '/auth/groups/none' },
  'GET /auth/members': { least: 'owner', path: '/auth/members?workspace=team' },
  'PUT /auth/members': {
    least: 'owner',
    path: '/auth/members',
    body: { workspace: 'team', kind: 'account', id: 'none', role: 'reader' },
  },
  'GET /auth/invitations': { least: 'owner', path: '/auth/invitations?workspace=team' },
  'POST /auth/invitations': {
    least: 'owner',
    path: '/auth/invitations',
    body: { workspace: 'team', role: 'reader' },
  },
  // Which workspace one is for is known only where there is one.
  'DELETE /auth/invitations/{id}': { least: 'stranger', path: '/auth/invitations/none' },
}
