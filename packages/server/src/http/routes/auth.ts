import {
  Entry,
  LinkPurpose,
  LinkSecret,
  LinkUse,
  Login,
  MadeToken,
  NewToken,
  PasswordChange,
  Session,
  Token,
} from '@triptych/contract/accounts'
import { z } from 'zod'
import { changePassword } from '../../domain/accounts/change-password.ts'
import { describeVisitor } from '../../domain/accounts/describe-entry.ts'
import { logIn } from '../../domain/accounts/log-in.ts'
import { endSession, listSessions } from '../../domain/accounts/sessions.ts'
import type { Entered } from '../../domain/accounts/start-session.ts'
import { listTokens, makeToken, removeToken } from '../../domain/accounts/tokens.ts'
import { lookAtLink, useLink } from '../../domain/accounts/use-link.ts'
import { AppError } from '../../errors.ts'
import type { Call } from '../call.ts'
import type { Gate } from '../gate.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import type { Visitor } from '../visitor.ts'
import { reply } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'

/** Answers have secrets in them, or change who one is. */
const described = { scope: 'server', group: 'Accounts', isNeverKept: true } as const
const forEverybody = { ...described, forEverybody: true } as const

export const Nothing = z.strictObject({}).meta({ description: 'Nothing more is told.' })

export const cookieHeader = { 'Set-Cookie': 'The session, for browsers.' }

/** Ways in, and what belongs to whoever is in. */
export function auth({ gate }: { gate: Gate }): Route[] {
  return [...entrance(gate), ...links(gate), ...ownSessions(gate), ...ownTokens(gate)]
}

function entrance(gate: Gate): Route[] {
  return [
    route({
      ...forEverybody,
      method: 'GET',
      path: '/auth',
      operationId: 'getEntry',
      summary: 'Tell how one gets in, and who is in',
      description: 'Nobody has to be known to ask this; whoever is known is told what they may.',
      answer: Entry,
      errors: [],
      async handle(call) {
        const visitor = await visitorOf(gate, call)
        const entry = gate.entryFor(call.request, call.incoming)
        return { ...entry, you: visitor && (await describeVisitor(call.context, visitor)) }
      },
    }),
    route({
      ...forEverybody,
      method: 'POST',
      path: '/auth/login',
      operationId: 'logIn',
      summary: 'Log in with name and password',
      description:
        'Whether the name is known can be told neither from the answer nor from how long it takes. After too many wrong tries one has to wait.',
      body: Login,
      answer: Entry,
      answerHeaders: cookieHeader,
      errors: ['auth.no_accounts', 'auth.wrong_credentials', 'auth.too_many_tries'],
      async handle(call, { body }) {
        const { context, request, incoming } = call
        gate.refuseElsewhere(request)
        const address = gate.addressOf(request, incoming)
        const { id, password } = await logIn(context, { ...body, address })
        return enter(gate, call, id, { password })
      },
    }),
    route({
      ...forEverybody,
      method: 'POST',
      path: '/auth/logout',
      operationId: 'logOut',
      summary: 'Log out',
      description: 'The session ends; other browsers stay logged in. Whoever is not in, is out.',
      answer: Nothing,
      answerHeaders: cookieHeader,
      errors: [],
      async handle(call) {
        gate.refuseElsewhere(call.request)
        const visitor = await visitorOf(gate, call)
        if (visitor?.session) await endSession(call.context, visitor.session).catch(ifGone)
        return reply(
          {},
          { headers: { 'set-cookie': gate.clearCookie(call.request, call.incoming) } },
        )
      },
    }),
  ]
}

function links(gate: Gate): Route[] {
  return [
    route({
      ...forEverybody,
      method: 'POST',
      path: '/auth/links/look',
      operationId: 'lookAtLink',
      summary: 'See what a link that can be used once is for',
      description: 'The secret is what stands behind `#link=`. The link can still be used.',
      body: z.strictObject({ secret: LinkSecret }),
      answer: LinkPurpose,
      reads: true,
      errors: ['auth.no_accounts', 'auth.bad_link'],
      handle: ({ context }, { body }) => lookAtLink(context, body.secret),
    }),
    route({
      ...forEverybody,
      method: 'POST',
      path: '/auth/links/use',
      operationId: 'useLink',
      summary: 'Use a link that can be used once',
      description:
        'A first owner and whoever is invited choose a name and a password; a password link takes a password. Whoever is logged in takes an invitation, and confirms a mail address, with the secret alone.',
      body: LinkUse,
      answer: Entry,
      answerHeaders: cookieHeader,
      errors: ['auth.no_accounts', 'auth.bad_link', 'auth.name_taken'],
      async handle(call, { body }) {
        gate.refuseElsewhere(call.request)
        // A token must not give itself more than it was given.
        const known = await visitorOf(gate, call)
        const visitor = known?.by === 'token' ? null : known
        const account = await useLink(call.context, body, visitor?.id ?? null)
        if (visitor?.id === account) return reply(await entryOf(gate, call, account))
        return enter(gate, call, account)
      },
    }),
  ]
}

function ownSessions(gate: Gate): Route[] {
  return [
    route({
      ...described,
      method: 'POST',
      path: '/auth/password',
      operationId: 'changePassword',
      summary: 'Choose another password',
      description: 'All other sessions end; tokens stay.',
      body: PasswordChange,
      answer: Nothing,
      errors: ['auth.no_accounts', 'auth.wrong_password', 'auth.too_many_tries', 'auth.not_found'],
      async handle({ context, visitor, request, incoming }, { body }) {
        const address = gate.addressOf(request, incoming)
        await changePassword(context, body, { session: visitor?.session ?? null, address })
        return {}
      },
    }),
    route({
      ...described,
      method: 'GET',
      path: '/auth/sessions',
      operationId: 'listSessions',
      summary: 'List where I am logged in',
      description: 'The oldest first.',
      answer: z.array(Session),
      errors: ['auth.no_accounts'],
      handle: ({ context, visitor }) => listSessions(context, visitor?.session ?? null),
    }),
    route({
      ...described,
      method: 'DELETE',
      path: '/auth/sessions/{id}',
      params: { id: z.string().meta({ description: 'The id of a session of mine.' }) },
      operationId: 'endSession',
      summary: 'Log out elsewhere',
      description: 'What it has open is cut off within a second.',
      answer: Nothing,
      errors: ['auth.no_accounts', 'auth.not_found'],
      async handle({ context }, { params }) {
        await endSession(context, params.id)
        return {}
      },
    }),
  ]
}

const ownTokens = (gate: Gate): Route[] => [
  route({
    ...described,
    method: 'GET',
    path: '/auth/tokens',
    operationId: 'listTokens',
    summary: 'List my tokens',
    description: 'What they are called and may do, and when they were used last; not themselves.',
    answer: z.array(Token),
    errors: ['auth.no_accounts'],
    handle: ({ context }) => listTokens(context),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/auth/tokens',
    operationId: 'makeToken',
    summary: 'Make a token for a program',
    description:
      'It is told here and nowhere again. It may do at most what I may, and neither make tokens nor change accounts. Some minutes after the login it asks for the password again, if there is one.',
    body: NewToken,
    answer: MadeToken,
    errors: [
      'auth.no_accounts',
      'auth.not_found',
      'auth.password_needed',
      'auth.wrong_password',
      'auth.too_many_tries',
      'workspaces.not_found',
    ],
    handle({ context, visitor, request, incoming }, { body }) {
      // It would outlive the token of an issuer by which it was made, and whatever the issuer says of them later.
      if (visitor?.by === 'issuer') throw new AppError('forbidden', 'Log in to make a token.')
      const address = gate.addressOf(request, incoming)
      return makeToken(context, body, { session: visitor?.session ?? null, address })
    },
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/auth/tokens/{id}',
    params: { id: z.string().meta({ description: 'The id of a token of mine.' }) },
    operationId: 'removeToken',
    summary: 'Take a token back',
    description: 'What it has open is cut off within a second.',
    answer: Nothing,
    errors: ['auth.no_accounts', 'auth.not_found'],
    async handle({ context }, { params }) {
      await removeToken(context, params.id)
      return {}
    },
  }),
]

/** Whoever could not be looked up is not taken for nobody; whoever shows something wrong is. */
async function visitorOf(
  gate: Gate,
  { visitor, request, incoming }: Call,
): Promise<Visitor | null> {
  if (visitor) return visitor
  return gate.admit(request, incoming).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unauthenticated') return null
    throw error
  })
}

/** A session begins, and whoever asks is told who they are now. */
export async function enter(
  gate: Gate,
  call: Call,
  account: string,
  by?: Pick<Entered, 'password'>,
): Promise<Reply<Entry>> {
  const cookie = await gate.startSession(account, call.request, call.incoming, by)
  return reply(await entryOf(gate, call, account), { headers: { 'set-cookie': cookie } })
}

async function entryOf(
  gate: Gate,
  { context, request, incoming }: Call,
  account: string,
): Promise<Entry> {
  const visitor = await gate.visitorOf(account)
  return {
    ...gate.entryFor(request, incoming),
    you: visitor && (await describeVisitor(context, visitor)),
  }
}

function ifGone(error: unknown): void {
  if (error instanceof AppError && error.code === 'auth.not_found') return
  throw error
}
