import { z } from 'zod'
import { WorkspaceName } from './workspaces.ts'

/** What somebody may do in a workspace; each may do all that those before it may. */
export const roles = ['reader', 'commenter', 'editor', 'owner'] as const
export type Role = (typeof roles)[number]
export const Role = z.enum(roles).meta({
  id: 'Role',
  description:
    'A reader sees, a commenter also comments, an editor changes, an owner also says who may do what.',
})

/** What people call themselves and log in with. Letter case and the form of letters do not count. */
export const AccountName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]*$/u, 'one line of text')

/** Long ones are better than strange ones; above this length nobody types it. */
export const Password = z.string().min(10).max(256)

/** One address, as it stands behind `To:`. */
export const MailAddress = z.email().max(254)

const Instant = z.iso.datetime()
const Id = z.string().min(1).max(64)

export const Account = z
  .object({
    id: Id,
    name: AccountName,
    isOwner: z.boolean().meta({ description: 'Whether all workspaces and accounts are theirs.' }),
    mail: z.string().nullable().meta({ description: 'Where links for them are mailed.' }),
    createdAt: Instant,
  })
  .meta({ id: 'Account', description: 'Somebody who can log in.' })
export type Account = z.infer<typeof Account>

/** `null` as role: there is something, and it is not for whoever asks. */
export const Place = z
  .object({ workspace: WorkspaceName, role: Role })
  .meta({ id: 'Place', description: 'A workspace, and what one may do in it.' })
export type Place = z.infer<typeof Place>

/** How the one who asks was known. */
export const entrances = ['open', 'session', 'token', 'issuer', 'proxy', 'application'] as const

/** What `GET /auth` answers, to anybody. */
export const Entry = z
  .object({
    accounts: z.boolean().meta({ description: 'Whether one has to say who one is.' }),
    password: z.boolean().meta({ description: 'Whether name and password are a way in.' }),
    passkeys: z.boolean().meta({
      description: 'Whether a passkey is a way in, where the page is asked for.',
    }),
    mail: z.boolean().meta({
      description: 'Whether links can be mailed: invitations, and `POST /auth/forgotten`.',
    }),
    provider: z
      .object({ name: z.string() })
      .nullable()
      .meta({ description: 'An identity provider, reached by `GET /auth/provider`.' }),
    you: z
      .object({
        id: Id.nullable().meta({ description: '`null` where there are no accounts.' }),
        name: z.string(),
        isOwner: z.boolean(),
        by: z.enum(entrances),
        places: z.array(Place).meta({ description: 'The workspaces that one may see.' }),
      })
      .nullable()
      .meta({ description: 'Whoever asks; `null` where nobody is known.' }),
  })
  .meta({ id: 'Entry', description: 'How one gets in, and who is in.' })
export type Entry = z.infer<typeof Entry>

export const Login = z.strictObject({ name: z.string().max(256), password: z.string().max(1024) })
export type Login = z.infer<typeof Login>

/** What comes behind `#link=` in a link that can be used once. It is never part of an address that is sent. */
export const LinkSecret = z.string().min(20).max(100)

/** What a link is for: to make the first owner, to let somebody in, to choose another password, to confirm a mail address. */
export const linkKinds = ['first-owner', 'invitation', 'password', 'mail'] as const
export type LinkKind = (typeof linkKinds)[number]

export const LinkPurpose = z
  .object({
    kind: z.enum(linkKinds),
    name: z.string().nullable().meta({ description: 'Whose password or mail address it is.' }),
    place: Place.nullable().meta({ description: 'Where an invitation leads.' }),
    expiresAt: Instant,
  })
  .meta({ id: 'LinkPurpose', description: 'What a link that can be used once is for.' })
export type LinkPurpose = z.infer<typeof LinkPurpose>

export const LinkUse = z.strictObject({
  secret: LinkSecret,
  name: AccountName.optional().meta({ description: 'Of a new account.' }),
  password: Password.optional().meta({
    description: 'Not needed by whoever is logged in and takes an invitation.',
  }),
})
export type LinkUse = z.infer<typeof LinkUse>

/** A link as it is handed out: its secret is told here, and nowhere again. */
export const MadeLink = z
  .object({ id: Id, link: z.string(), expiresAt: Instant })
  .meta({ id: 'MadeLink', description: 'A link that can be used once.' })
export type MadeLink = z.infer<typeof MadeLink>

export const Invitation = z
  .object({ id: Id, place: Place, invitedBy: z.string(), expiresAt: Instant })
  .meta({ id: 'Invitation', description: 'A link that nobody has used yet.' })
export type Invitation = z.infer<typeof Invitation>

export const PasswordChange = z.strictObject({ current: z.string().max(1024), next: Password })
export type PasswordChange = z.infer<typeof PasswordChange>

export const Session = z
  .object({
    id: Id,
    createdAt: Instant,
    usedAt: Instant,
    expiresAt: Instant,
    address: z.string().nullable().meta({ description: 'From where it was last used.' }),
    agent: z.string().nullable().meta({ description: 'What the browser calls itself.' }),
    isThis: z.boolean(),
  })
  .meta({ id: 'Session', description: 'A browser in which somebody is logged in.' })
export type Session = z.infer<typeof Session>

/** Where it is asked for once more. */
export const PasswordAgain = z.string().max(1024).optional().meta({
  description: 'Only where the login is some minutes old (403 `auth.password_needed`).',
})

export const NewToken = z.strictObject({
  name: z.string().trim().min(1).max(100),
  access: z
    .enum(['read', 'write'])
    .meta({ description: 'At most this, and never more than I may.' }),
  workspaces: z
    .array(WorkspaceName)
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .meta({ description: 'Only these; `null` for all that I may see.' }),
  expiresInDays: z.int().min(1).max(3650).nullable().default(null),
  password: PasswordAgain,
})
export type NewToken = z.infer<typeof NewToken>

export const Token = z
  .object({
    id: Id,
    name: z.string(),
    access: z.enum(['read', 'write']),
    workspaces: z.array(z.string()).nullable(),
    createdAt: Instant,
    expiresAt: Instant.nullable(),
    usedAt: Instant.nullable(),
  })
  .meta({ id: 'Token', description: 'What a program shows instead of a password.' })
export type Token = z.infer<typeof Token>

export const MadeToken = Token.extend({
  token: z.string().meta({ description: 'Told here, and nowhere again.' }),
}).meta({ id: 'MadeToken', description: 'A new token.' })
export type MadeToken = z.infer<typeof MadeToken>

export const Group = z
  .object({ id: Id, name: AccountName, members: z.array(Id) })
  .meta({ id: 'Group', description: 'Accounts that are given a role together.' })
export type Group = z.infer<typeof Group>

/** Who has a role in a workspace. */
export const Member = z
  .object({
    kind: z.enum(['account', 'group']),
    id: Id,
    name: z.string(),
    role: Role,
  })
  .meta({ id: 'Member', description: 'An account or a group that has a role in a workspace.' })
export type Member = z.infer<typeof Member>

/** Gives a role, or takes it away. */
export const MemberChange = z
  .strictObject({
    workspace: WorkspaceName,
    kind: z.enum(['account', 'group']),
    id: Id.optional(),
    name: AccountName.optional().meta({
      description: 'Instead of `id`, for whoever may not list accounts and groups.',
    }),
    role: Role.nullable(),
  })
  .refine(({ id, name }) => (id === undefined) !== (name === undefined), 'either `id` or `name`')
export type MemberChange = z.infer<typeof MemberChange>

export const NewInvitation = z.strictObject({
  workspace: WorkspaceName,
  role: Role,
  mail: MailAddress.optional().meta({ description: 'Mail the link there, too.' }),
})
export type NewInvitation = z.infer<typeof NewInvitation>

export const AccountChange = z.strictObject({
  name: AccountName.optional(),
  isOwner: z.boolean().optional(),
  mail: MailAddress.nullable().optional(),
})
export type AccountChange = z.infer<typeof AccountChange>

export const Forgotten = z.strictObject({
  who: z.string().min(1).max(256).meta({ description: 'A name or a mail address.' }),
})
export type Forgotten = z.infer<typeof Forgotten>

export const OwnMail = z
  .object({
    mail: z.string().nullable(),
    awaited: z.string().nullable().meta({
      description: 'An address that counts once the link that was mailed there is used.',
    }),
  })
  .meta({ id: 'OwnMail', description: 'Where mail for whoever asks goes.' })
export type OwnMail = z.infer<typeof OwnMail>

export const OwnMailChange = z.strictObject({
  mail: MailAddress.nullable(),
  password: z.string().max(1024).default(''),
})
export type OwnMailChange = z.infer<typeof OwnMailChange>

export const NewGroup = z.strictObject({
  name: AccountName,
  members: z.array(Id).max(10_000).default([]),
})
export type NewGroup = z.infer<typeof NewGroup>

export const GroupChange = z.strictObject({
  name: AccountName.optional(),
  members: z.array(Id).max(10_000).optional(),
})
export type GroupChange = z.infer<typeof GroupChange>
