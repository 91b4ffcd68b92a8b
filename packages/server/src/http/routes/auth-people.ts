import {
  Account,
  AccountChange,
  Group,
  GroupChange,
  Invitation,
  MadeLink,
  Member,
  MemberChange,
  NewGroup,
  NewInvitation,
} from '@triptych/contract/accounts'
import { WorkspaceName } from '@triptych/contract/workspaces'
import { z } from 'zod'
import {
  changeAccount,
  listAccounts,
  makePasswordLink,
  removeAccount,
  removeKeys,
} from '../../domain/accounts/change-accounts.ts'
import { addGroup, changeGroup, listGroups, removeGroup } from '../../domain/accounts/groups.ts'
import { listInvitations, takeBackInvitation } from '../../domain/accounts/invitations.ts'
import { inviteByMail } from '../../domain/accounts/mail.ts'
import { changeMember, listMembers } from '../../domain/accounts/members.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { Nothing } from './auth.ts'
import type { PlainRequest } from '../../auth/plain-request.ts'

/** Where links lead to. */
interface PageAddress {
  /** Where people find the page; `null`: where they ask from. */
  url: string | null
  base: string
  /** `null`: no mail is sent. */
  mailer: Mailer | null
}

const described = { scope: 'server', group: 'Accounts', isNeverKept: true } as const

const idOf = (what: string) => ({ id: z.string().meta({ description: `The id of ${what}.` }) })
const ofWorkspace = { workspace: WorkspaceName.meta({ description: 'Of this workspace.' }) }

/** Who else there is and may do what, for owners. */
export function authPeople(page: PageAddress): Route[] {
  return [...accounts(page), ...groups, ...members, ...invitations(page)]
}

function accounts(page: PageAddress): Route[] {
  return [
    route({
      ...described,
      method: 'GET',
      path: '/auth/accounts',
      operationId: 'listAccounts',
      summary: 'List the accounts',
      description:
        'The oldest first. For owners of the server, as is all that is done to accounts.',
      answer: z.array(Account),
      errors: ['auth.no_accounts'],
      handle: ({ context }) => listAccounts(context),
    }),
    route({
      ...described,
      method: 'PATCH',
      path: '/auth/accounts/{id}',
      params: idOf('an account'),
      operationId: 'changeAccount',
      summary: 'Rename an account, or make it an owner of the server',
      description: 'The last owner stays one.',
      body: AccountChange,
      answer: Account,
      errors: ['auth.no_accounts', 'auth.not_found', 'auth.name_taken', 'auth.last_owner'],
      handle: ({ context }, { params, body }) => changeAccount(context, params.id, body),
    }),
    route({
      ...described,
      method: 'DELETE',
      path: '/auth/accounts/{id}',
      params: idOf('an account'),
      operationId: 'removeAccount',
      summary: 'Remove an account',
      description: 'With its sessions, tokens and roles. What it has done stays in the log.',
      answer: Nothing,
      errors: ['auth.no_accounts', 'auth.not_found', 'auth.last_owner'],
      async handle({ context }, { params }) {
        await removeAccount(context, params.id)
        return {}
      },
    }),
    route({
      ...described,
      method: 'DELETE',
      path: '/auth/accounts/{id}/keys',
      params: idOf('an account'),
      operationId: 'removeKeys',
      summary: 'Take passkeys, tokens and sessions of an account back',
      description:
        'For somebody who has lost a device: nothing but the password, or another way in, lets them in again. What is open is cut off within a second.',
      answer: Nothing,
      errors: ['auth.no_accounts', 'auth.not_found'],
      async handle({ context }, { params }) {
        await removeKeys(context, params.id)
        return {}
      },
    }),
    route({
      ...described,
      method: 'POST',
      path: '/auth/accounts/{id}/link',
      params: idOf('an account'),
      operationId: 'makePasswordLink',
      summary: 'Make a link by which somebody chooses another password',
      description:
        'It can be used once, within a day. It is told here and nowhere again; the one before it is worth nothing any more.',
      answer: MadeLink,
      errors: ['auth.no_accounts', 'auth.not_found'],
      handle: ({ context, request }, { params }) =>
        makePasswordLink(context, params.id, addressOf(page, request)),
    }),
  ]
}

const groups: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/auth/groups',
    operationId: 'listGroups',
    summary: 'List the groups',
    description: 'For owners of the server, as is all that is done to groups.',
    answer: z.array(Group),
    errors: ['auth.no_accounts'],
    handle: ({ context }) => listGroups(context),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/auth/groups',
    operationId: 'addGroup',
    summary: 'Make a group',
    description: 'It is given a role like an account; all who are in it have that.',
    body: NewGroup,
    answer: Group,
    errors: ['auth.no_accounts', 'auth.not_found', 'auth.name_taken'],
    handle: ({ context }, { body }) => addGroup(context, body),
  }),
  route({
    ...described,
    method: 'PATCH',
    path: '/auth/groups/{id}',
    params: idOf('a group'),
    operationId: 'changeGroup',
    summary: 'Rename a group, or say who is in it',
    description: '`members` are all of them, not only those who are new.',
    body: GroupChange,
    answer: Group,
    errors: ['auth.no_accounts', 'auth.not_found', 'auth.name_taken'],
    handle: ({ context }, { params, body }) => changeGroup(context, params.id, body),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/auth/groups/{id}',
    params: idOf('a group'),
    operationId: 'removeGroup',
    summary: 'Remove a group',
    description: 'With the roles that it gave.',
    answer: Nothing,
    errors: ['auth.no_accounts', 'auth.not_found'],
    async handle({ context }, { params }) {
      await removeGroup(context, params.id)
      return {}
    },
  }),
]

const members: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/auth/members',
    operationId: 'listMembers',
    summary: 'List who has a role in a workspace',
    description:
      'For its owners. Owners of the server have one everywhere, and do not stand there.',
    query: ofWorkspace,
    answer: z.array(Member),
    errors: ['auth.no_accounts', 'workspaces.not_found'],
    handle: ({ context }, { query }) => listMembers(context, query.workspace),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/auth/members',
    operationId: 'changeMember',
    summary: 'Give a role in a workspace, or take it away',
    description:
      '`null` takes it away. What they have open is cut off within a second. `name` is for those who may not list accounts: it has to be the whole name, and after too many wrong tries one has to wait.',
    body: MemberChange,
    answer: z.array(Member),
    errors: ['auth.no_accounts', 'auth.not_found', 'auth.too_many_tries', 'workspaces.not_found'],
    handle: ({ context }, { body }) => changeMember(context, body),
  }),
]

function invitations(page: PageAddress): Route[] {
  return [
    route({
      ...described,
      method: 'GET',
      path: '/auth/invitations',
      operationId: 'listInvitations',
      summary: 'List the invitations to a workspace that nobody has used yet',
      description: 'For its owners. What the links were is not told again.',
      query: ofWorkspace,
      answer: z.array(Invitation),
      errors: ['auth.no_accounts', 'workspaces.not_found'],
      handle: ({ context }, { query }) => listInvitations(context, query.workspace),
    }),
    route({
      ...described,
      method: 'POST',
      path: '/auth/invitations',
      operationId: 'invitePerson',
      summary: 'Invite somebody to a workspace by a link',
      description:
        'It can be used once, within a week, as long as I may invite; it is told here and nowhere again, and mailed where `mail` is given.',
      body: NewInvitation,
      answer: MadeLink,
      errors: [
        'auth.no_accounts',
        'auth.no_mail',
        'auth.mail_failed',
        'auth.too_many_tries',
        'workspaces.not_found',
      ],
      handle: ({ context, request }, { body }) =>
        inviteByMail(context, body, addressOf(page, request), page.mailer),
    }),
    route({
      ...described,
      method: 'DELETE',
      path: '/auth/invitations/{id}',
      params: idOf('an invitation'),
      operationId: 'takeBackInvitation',
      summary: 'Take an invitation back',
      description: 'Whoever has used it already stays.',
      answer: Nothing,
      errors: ['auth.no_accounts', 'auth.not_found'],
      async handle({ context }, { params }) {
        await takeBackInvitation(context, params.id)
        return {}
      },
    }),
  ]
}

/** Without a setting the address under which whoever asks has found us, by which others may, too. */
function addressOf({ url, base }: PageAddress, request: PlainRequest): string {
  if (url !== null) return url
  const asked = new URL(request.url)
  const page = URL.parse(request.headers.get('origin') ?? '')
  // Behind a proxy the browser alone knows that it asks by https.
  return `${page?.host === asked.host ? page.origin : asked.origin}${base}`
}
