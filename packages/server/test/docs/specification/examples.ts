/** What is sent for the example of an operation; `path` and `body` may use what was answered before. */
export interface Sample {
  path: string | ((answered: Answered) => string)
  /** Sent as JSON; a text is sent as it is. */
  body?: object | string | ((answered: Answered) => object)
  /** Sent as a form with one file. */
  file?: { name: string; text: string }
  /** What has to be done before, and is not shown; its answer is known as `first`. */
  first?: { path: string; body?: object; file?: Sample['file']; times?: number }
  /** Somebody who is not logged in sends it. */
  asNobody?: true
}

/** The answers to the examples before, by operation. */
export type Answered = Record<string, Record<string, unknown>>

const filter = { field: 'year', type: 'number', filter: 'less', value: 1980 }
const sent = encodeURIComponent(JSON.stringify(filter))

function idOf(answers: Answered, operation: string): string {
  return String(answers[operation]!['id'])
}

/** What stands behind the last sign of a link. */
function secretIn(answers: Answered, operation: string, member = 'link'): string {
  return String(answers[operation]![member]).split(/[#=/]/).at(-1)!
}

/** The id of a version that was listed. */
function versionIn(answers: Answered, at: number): string {
  return (answers['listVersions'] as unknown as { version: string }[])[at]!.version
}

/** Of a list, the last one. */
function lastId(answers: Answered, operation: string): string {
  return String((answers[operation] as unknown as { id: unknown }[]).at(-1)!.id)
}

/** Operations that are shown without an example, and why. */
export const withoutExample: Record<string, string> = {
  beginPasskeyLogin: 'a device answers it, with a number drawn anew each time',
  logInByPasskey: 'a device signs it',
  beginPasskey: 'a device answers it, with a number drawn anew each time',
  addPasskey: 'a device signs it',
  renamePasskey: 'it needs a passkey, which a device makes',
  removePasskey: 'it needs a passkey, which a device makes',
  followChanges: 'it has no end; section 9 shows what comes',
  exportWorkspace: 'it is an archive',
  previewFile: 'it is a picture',
  getMetrics: 'the figures are others each time',
  sendForgotten: 'it needs a mail server',
  changeOwnMail: 'it needs a mail server',
  beginUpload: 'it needs a bucket that browsers reach',
  completeUpload: 'it needs a bucket that browsers reach',
  abandonUpload: 'it needs a bucket that browsers reach',
}

/** In the order in which they are sent, to one server, by its owner. */
export const samples: Record<string, Sample> = {
  getHealth: { path: '/health' },
  getLiveness: { path: '/health/live' },
  getOpenApi: { path: '/openapi.json' },

  createTable: {
    path: '/tables',
    body: {
      name: 'films',
      columns: [
        { name: 'name', type: 'text', nullable: false },
        { name: 'year', type: 'integer' },
        { name: 'genre', type: 'text', options: ['drama', 'horror'] },
      ],
    },
  },
  listTables: { path: '/tables' },
  addRow: { path: '/films', body: { name: 'Alien', year: 1979, genre: 'horror' } },
  addRows: { path: '/films/rows', body: { rows: [{ name: 'Heat', year: 1995 }] } },
  putRows: {
    path: '/films/rows',
    body: { rows: [{ id: 2, name: 'Heat', genre: 'drama' }], key: ['id'] },
  },
  changeRows: {
    path: '/films/rows',
    body: { filter, set: { genre: 'horror' } },
  },
  replaceText: {
    path: '/films/replace',
    body: { filter, find: 'sci-fi', replace: 'horror', columns: ['genre'] },
  },
  importRows: {
    path: '/films/import',
    file: { name: 'films.csv', text: 'name,year\nRan,1985\n' },
  },
  listRows: { path: '/films?year:lt=1990&sort=-year&limit=10' },
  queryRows: { path: '/films/query', body: { filter, limit: 10 } },
  getRow: { path: '/films/1' },
  updateRow: { path: '/films/1', body: { year: 1978 } },
  updateCell: { path: '/films/1', body: { key: 'year', value: '1979' } },
  suggestValues: { path: '/films/genre/suggest?counts=true' },
  groupRows: { path: '/films/groups?by=genre' },
  exportRows: { path: '/films/export?format=csv' },
  changeTable: {
    path: '/tables/films',
    body: {
      changes: [
        { addColumn: { name: 'seen', type: 'boolean', default: false } },
        { addColumn: { name: 'decade', formula: 'year - year % 10' } },
      ],
    },
  },
  getTable: { path: '/tables/films' },
  addView: {
    path: '/tables/films/views',
    body: { name: 'old', filter, sort: [{ column: 'year', descending: false }] },
  },
  listViews: { path: '/tables/films/views' },
  replaceView: { path: '/tables/films/views/old', body: { name: 'old', columns: ['name'] } },
  deleteView: { path: '/tables/films/views/old' },
  deleteRow: { path: '/films/3' },
  deleteRows: { path: `/films/rows?filter=${sent}` },
  deleteTable: { path: '/tables/films' },

  addTask: {
    path: '/tasks',
    body: { text: 'Dig', start: '2026-04-06T00:00:00.000Z', duration: 2 },
  },
  listTasks: { path: '/tasks' },
  listTasksBelow: { path: '/tasks/1' },
  getTask: { path: '/tasks/1/self' },
  updateTask: { path: '/tasks/1', body: { text: 'Dig on', progress: 50 } },
  runBatch: {
    path: '/batch',
    body: [
      {
        url: 'tasks',
        method: 'POST',
        data: { text: 'Build', start: '2026-04-08T00:00:00.000Z', duration: 3 },
      },
    ],
  },
  addLink: { path: '/links', body: { source: 1, target: 2, type: 'e2s' } },
  listLinks: { path: '/links' },
  listLinksBelow: { path: '/links/1' },
  updateLink: { path: '/links/1', body: { type: 's2s' } },
  addResource: { path: '/resources', body: { name: 'Ann' } },
  listResources: { path: '/resources' },
  updateResource: { path: '/resources/1', body: { name: 'Anna' } },
  addAssignment: { path: '/assignments', body: { task: 1, resource: 1 } },
  listAssignments: { path: '/assignments' },
  listAssignmentsBelow: { path: '/assignments/1' },
  updateAssignment: { path: '/assignments/1', body: { units: 50 } },
  addCalendar: { path: '/calendars', body: { name: 'Nights' } },
  listCalendars: { path: '/calendars' },
  updateCalendar: {
    path: (answers) => `/calendars/${idOf(answers, 'addCalendar')}`,
    body: { name: 'Days' },
  },
  changeSchedule: { path: '/schedule', body: { mode: 'auto', start: '2026-04-06T08:00' } },
  readSchedule: { path: '/schedule' },
  analyseSchedule: { path: '/schedule/analysis' },
  listDueTasks: { path: '/schedule/due?now=2026-04-01T09:00:00' },
  readLoad: { path: '/schedule/load' },
  levelSchedule: { path: '/schedule/level', body: {} },
  postponeUndone: { path: '/schedule/postpone', body: { date: '2026-04-10T08:00' } },
  previewSchedule: {
    path: '/schedule/preview',
    body: { changes: [{ url: 'tasks/1', method: 'PUT', data: { duration: 5 } }] },
  },
  exportPlan: { path: '/schedule/export?format=csv' },
  addBaseline: { path: '/baselines', body: { name: 'As agreed' } },
  listBaselines: { path: '/baselines' },
  listBaselineTasks: { path: (answers) => `/baselines/${idOf(answers, 'addBaseline')}` },
  compareBaselines: { path: (answers) => `/baselines/${idOf(answers, 'addBaseline')}/compare` },
  updateBaseline: {
    path: (answers) => `/baselines/${idOf(answers, 'addBaseline')}`,
    body: { name: 'Agreed' },
  },
  deleteBaseline: { path: (answers) => `/baselines/${idOf(answers, 'addBaseline')}` },
  importPlan: {
    path: '/schedule/import?mode=append',
    body: '<Project><Tasks><Task><UID>1</UID><Name>Paint</Name></Task></Tasks></Project>',
  },
  deleteCalendar: { path: (answers) => `/calendars/${idOf(answers, 'addCalendar')}` },
  deleteAssignment: { path: '/assignments/1' },
  deleteResource: { path: '/resources/1' },
  deleteLink: { path: '/links/1' },

  addComment: { path: '/comments', body: { of: 'tasks/1', text: 'How deep?' } },
  listComments: { path: '/comments?of=tasks/1' },
  updateComment: {
    path: (answers) => `/comments/${idOf(answers, 'addComment')}`,
    body: { text: 'How deep is it?' },
  },
  deleteComment: { path: (answers) => `/comments/${idOf(answers, 'addComment')}` },
  deleteTask: { path: '/tasks/2' },
  undoStep: { path: '/undo', body: {} },
  redoStep: { path: '/redo' },
  listHistory: { path: '/history?limit=1' },
  restoreState: { path: '/history/restore', body: { of: 'tasks', at: '2999-01-01T00:00:00Z' } },

  createFile: { path: '/files/%2F', body: { name: 'plans', type: 'folder' } },
  uploadFile: { path: '/upload?id=/', file: { name: 'a.txt', text: 'first' } },
  uploadFileInto: { path: '/upload/%2Fplans', file: { name: 'b.txt', text: 'text' } },
  getUploadWay: { path: '/upload?size=5' },
  listRoot: { path: '/files' },
  listFolder: { path: '/files/%2Fplans' },
  setStars: { path: '/stars', body: { ids: ['/plans'], starred: true } },
  listStars: { path: '/stars' },
  moveFiles: {
    path: '/files',
    body: { operation: 'copy', ids: ['/a.txt'], target: '/plans' },
  },
  renameFile: { path: '/files/%2Fa.txt', body: { operation: 'rename', name: 'c.txt' } },
  getDriveInfo: { path: '/info' },
  getFileInfo: { path: '/info/%2Fc.txt' },
  openFile: { path: '/direct?id=/c.txt' },
  drawIcon: { path: '/icons/big/txt.svg', asNobody: true },
  deleteFiles: { path: '/files', body: { ids: ['/plans/b.txt'] } },
  listTrash: { path: '/trash' },
  restoreTrash: { path: '/trash/restore', body: { ids: [] } },
  emptyTrash: { path: '/trash', body: { ids: [] } },
  listVersions: {
    path: '/versions?id=/c.txt',
    first: {
      path: '/upload?id=/&conflict=replace',
      file: { name: 'c.txt', text: 'second' },
      times: 2,
    },
  },
  openVersion: { path: (answers) => `/versions/${versionIn(answers, 0)}` },
  restoreVersion: { path: (answers) => `/versions/${versionIn(answers, 0)}/restore` },
  deleteVersion: { path: (answers) => `/versions/${versionIn(answers, 1)}` },
  listQuotas: { path: '/quotas' },
  setQuota: { path: '/quotas', body: { path: '/plans', bytes: 1000000 } },
  searchWorkspace: { path: '/search?q=dig' },

  createShare: { path: '/shares', body: { id: '/plans', access: 'read' } },
  openShare: {
    path: (answers) => `/shares/open/${secretIn(answers, 'createShare')}`,
    asNobody: true,
  },
  enterSharePassword: {
    first: { path: '/shares', body: { id: '/c.txt', access: 'read', password: 'open, sesame' } },
    path: (answers) => `/shares/open/${secretIn(answers, 'first')}/password`,
    file: { name: 'password', text: 'open, sesame' },
    asNobody: true,
  },
  listSharedFiles: {
    path: (answers) => `/shares/open/${secretIn(answers, 'createShare')}/files`,
    asNobody: true,
  },
  downloadShared: {
    path: (answers) => `/shares/open/${secretIn(answers, 'createShare')}/download?id=/a.txt`,
    asNobody: true,
  },
  uploadToShare: {
    first: { path: '/shares', body: { id: '/plans', access: 'upload' } },
    path: (answers) => `/shares/open/${secretIn(answers, 'first')}/upload`,
    file: { name: 'd.txt', text: 'from outside' },
    asNobody: true,
  },
  listShares: { path: '/shares' },
  signAddresses: { path: '/shares/addresses', body: { ids: ['/c.txt'], for: 'direct' } },

  deleteShare: { path: (answers) => `/shares/${idOf(answers, 'createShare')}` },

  listChanges: { path: '/changes?limit=1' },
  auditChanges: { path: '/changes/audit?limit=1' },
  listPeople: { path: '/events/people' },

  listWorkspaces: { path: '/workspaces' },
  createWorkspace: { path: '/workspaces', body: { name: 'team' } },
  renameWorkspace: { path: '/workspaces/team', body: { title: 'Our team' } },
  deleteWorkspace: { path: '/workspaces/team' },
  restoreWorkspace: { path: '/workspaces/team/restore' },

  getEntry: { path: '/auth' },
  listSessions: { path: '/auth/sessions' },
  makeToken: { path: '/auth/tokens', body: { name: 'backup', access: 'read' } },
  listTokens: { path: '/auth/tokens' },
  removeToken: { path: (answers) => `/auth/tokens/${idOf(answers, 'makeToken')}` },
  addGroup: { path: '/auth/groups', body: { name: 'builders' } },
  listGroups: { path: '/auth/groups' },
  changeGroup: {
    path: (answers) => `/auth/groups/${idOf(answers, 'addGroup')}`,
    body: { name: 'painters' },
  },
  removeGroup: { path: (answers) => `/auth/groups/${idOf(answers, 'addGroup')}` },
  invitePerson: { path: '/auth/invitations', body: { workspace: 'main', role: 'reader' } },
  lookAtLink: {
    path: '/auth/links/look',
    body: (answers) => ({ secret: secretIn(answers, 'invitePerson') }),
    asNobody: true,
  },
  useLink: {
    path: '/auth/links/use',
    body: (answers) => ({
      secret: secretIn(answers, 'invitePerson'),
      name: 'Bob',
      password: 'a long password',
    }),
    asNobody: true,
  },
  listAccounts: { path: '/auth/accounts' },
  changeAccount: {
    path: (answers) => `/auth/accounts/${lastId(answers, 'listAccounts')}`,
    body: { isOwner: false },
  },
  makePasswordLink: {
    path: (answers) => `/auth/accounts/${lastId(answers, 'listAccounts')}/link`,
  },
  changeMember: {
    path: '/auth/members',
    body: (answers) => ({
      workspace: 'main',
      kind: 'account',
      id: lastId(answers, 'listAccounts'),
      role: 'editor',
    }),
  },
  removeKeys: { path: (answers) => `/auth/accounts/${lastId(answers, 'listAccounts')}/keys` },
  listMembers: { path: '/auth/members?workspace=main' },
  removeAccount: { path: (answers) => `/auth/accounts/${lastId(answers, 'listAccounts')}` },
  listInvitations: {
    path: '/auth/invitations?workspace=main',
    first: { path: '/auth/invitations', body: { workspace: 'main', role: 'editor' } },
  },
  takeBackInvitation: {
    path: (answers) => `/auth/invitations/${lastId(answers, 'listInvitations')}`,
  },
  listRules: { path: '/auth/rules' },
  listOwnRules: { path: '/auth/rules/mine' },
  setRule: {
    path: '/auth/rules',
    body: { thing: { kind: 'folder', id: '/' }, subject: { kind: 'everyone' }, access: 'read' },
  },
  listPasskeys: { path: '/auth/passkeys' },
  getOwnMail: { path: '/auth/mail' },
  changePassword: {
    path: '/auth/password',
    body: { current: 'a long password', next: 'another long one' },
  },
  logIn: {
    path: '/auth/login',
    body: { name: 'Olga', password: 'another long one' },
    asNobody: true,
  },
  endSession: { path: (answers) => `/auth/sessions/${lastId(answers, 'listSessions')}` },
  logOut: { path: '/auth/logout' },
}
