import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Problem } from '@triptych/contract/errors'
import type { OpenApiDocument } from '../../src/http/reference/openapi.ts'
import { accountsServer } from '../fixtures/accounts-api.ts'
import type { AccountsServer, Somebody } from '../fixtures/accounts-api.ts'
import { send } from '../fixtures/api.ts'
import type { Answer, SentHeaders } from '../fixtures/api.ts'
import { formOf } from '../fixtures/files-api.ts'
import { access, standings } from './access-table.ts'
import type { Access, Standing } from './access-table.ts'

/** What everybody says of themselves, by what they are in the workspace `team`. */
let credentials: Record<Standing, SentHeaders>
/** Programs with tokens that take something away. */
let tokens: Record<'of an owner, to read' | 'of an owner, for another workspace', SentHeaders>
let people: AccountsServer
let document: OpenApiDocument
/** The routes of a workspace. The others are there once, for the whole server. */
let ofWorkspaces: Set<string>

before(async () => {
  people = await accountsServer({ noPage: true })
  const { owner, invite, token } = people
  for (const name of ['team', 'elsewhere']) {
    const { status, json } = await owner.ask('POST', '/workspaces', { name })
    assert.equal(status, 200, JSON.stringify(json))
  }
  const [stranger, reader, commenter, editor, teamOwner] = [
    await invite('Stella', 'owner', 'elsewhere'),
    await invite('Rita', 'reader', 'team'),
    await invite('Cora', 'commenter', 'team'),
    await invite('Edith', 'editor', 'team'),
    await invite('Theo', 'owner', 'team'),
  ]
  credentials = {
    nobody: {},
    stranger: cookie(stranger),
    reader: cookie(reader),
    commenter: cookie(commenter),
    editor: cookie(editor),
    owner: cookie(teamOwner),
    'server owner': cookie(owner),
  }
  const bearer = async (of: Somebody, about: object): Promise<SentHeaders> => ({
    authorization: `Bearer ${(await token(of, about)).token}`,
  })
  tokens = {
    'of an owner, to read': await bearer(teamOwner, { access: 'read' }),
    'of an owner, for another workspace': await bearer(owner, { workspaces: ['elsewhere'] }),
  }
  await fill()
  const { json } = await people.ask('GET', '/openapi.json')
  document = json as OpenApiDocument
  ofWorkspaces = new Set(Object.keys(access).filter((key) => !isOfServer(key)))
})

function cookie({ cookie: text }: Somebody): SentHeaders {
  return { cookie: text, 'sec-fetch-site': 'same-origin' }
}

async function fill(): Promise<void> {
  const columns = [{ name: 'name', type: 'text' }]
  for (const [path, body] of [
    ['/tables', { name: 'films', columns }],
    ['/films', { name: 'Alien' }],
    ['/tasks', { text: 'Dig' }],
    ['/tasks', { text: 'Build' }],
    ['/resources', { name: 'Ann' }],
    ['/files/%2F', { name: 'a.txt', type: 'file' }],
    ['/files/%2F', { name: 'folder', type: 'folder' }],
  ] as const) {
    const { status, json } = await people.owner.ask('POST', `/w/team${path}`, body)
    assert.equal(status, 200, JSON.stringify(json))
  }
}

function isOfServer(key: string): boolean {
  return / \/(auth(?!\/rules)|workspaces|health|metrics|openapi)\b/.test(key)
}

function ask(key: string, headers: SentHeaders): Promise<Answer> {
  const { path, body, file } = access[key]!
  const [method = ''] = key.split(' ')
  const at = ofWorkspaces.has(key) ? `/w/team${path}` : path
  const form =
    file === undefined ? null : formOf([{ name: 'file', filename: file, data: 'name\nB\n' }])
  const sent = form ? { ...headers, 'content-type': form.type } : headers
  const answer = answered(send(asStream(key), method, at, form ? form.body : body, sent))
  return key === 'DELETE /workspaces/{name}' ? answer.then(broughtBack) : answer
}

/** The next who ask need it, too. */
async function broughtBack(answer: Answer): Promise<Answer> {
  if (answer.status === 200) await people.owner.ask('POST', '/workspaces/team/restore')
  return answer
}

/** Of what has no end, the beginning is enough. */
function asStream(key: string): Pick<AccountsServer['triptych'], 'fetch'> {
  if (key !== 'GET /events') return people.triptych
  return {
    async fetch(request) {
      const response = await people.triptych.fetch(request)
      if (response.status !== 200) return response
      await response.body?.cancel()
      return new Response(null, { headers: response.headers })
    },
  }
}

async function answered(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  assert.ok(answer.status < 500, `${answer.status} ${JSON.stringify(answer.json)}`)
  return answer
}

/** By what somebody is refused, and `null` where they are let in. */
function refusalOf({ status, json }: Answer): string | null {
  if (status < 400) return null
  const { code } = json as Problem
  const isRight = !/^(body|query)\./.test(code)
  assert.ok(isRight, `the sample is to be one that can succeed: ${JSON.stringify(json)}`)
  return ['unauthenticated', 'forbidden', 'workspaces.not_found'].includes(code) ? code : null
}

function expected(key: string, who: Standing, { least }: Access): string | null {
  if (standings.indexOf(who) >= standings.indexOf(least)) return null
  if (who === 'nobody') return 'unauthenticated'
  // What is not for them is not there for them.
  const isHidden = who === 'stranger' && (ofWorkspaces.has(key) || namesWorkspace(key))
  return isHidden ? 'workspaces.not_found' : 'forbidden'
}

function namesWorkspace(key: string): boolean {
  return /\/(members|invitations)$|\/workspaces\/\{name\}/.test(key)
}

async function revision(): Promise<string | null> {
  const { headers } = await people.owner.ask('GET', '/w/team/changes?limit=1')
  return headers.get('x-revision')
}

describe('the table of who may what', () => {
  it('has every route of the document, and no other', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    assert.deepEqual(Object.keys(access).toSorted(), documented.toSorted())
  })
})

describe('every route', () => {
  for (const who of standings) {
    it(`lets in, of all, ${who} where they may, and changes nothing where not`, async () => {
      for (const [key, one] of Object.entries(access)) {
        // Whoever logs out is nobody afterwards.
        if (key === 'POST /auth/logout' && who !== 'nobody') continue
        const refusal = expected(key, who, one)
        const before = refusal === null ? null : await revision()
        const answer = await ask(key, credentials[who])
        const what = `${key} for ${who}: ${answer.status} ${JSON.stringify(answer.json)}`
        assert.equal(refusalOf(answer), refusal, what)
        if (refusal !== null) assert.equal(await revision(), before, what)
      }
    })
  }
})

/** What changes something, and is for whoever reads. */
const byReaders = ['POST /shares', 'PUT /stars']

describe('a token', () => {
  it('to read lets nobody change anything', async () => {
    for (const [key, { least }] of Object.entries(access)) {
      if (!ofWorkspaces.has(key)) continue
      const isChange =
        ['commenter', 'editor'].includes(least) || least === 'owner' || byReaders.includes(key)
      const isRefused = isChange && key !== 'GET /changes/audit'
      const answer = await ask(key, tokens['of an owner, to read'])
      assert.equal(refusalOf(answer), isRefused ? 'forbidden' : null, `${key}: ${answer.status}`)
    }
  })

  it('for one workspace shows nothing of another', async () => {
    for (const key of ofWorkspaces) {
      if (access[key]!.least === 'nobody') continue
      const answer = await ask(key, tokens['of an owner, for another workspace'])
      assert.equal(refusalOf(answer), 'workspaces.not_found', key)
    }
  })
})
