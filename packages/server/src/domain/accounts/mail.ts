import type { MadeLink, NewInvitation, OwnMail, OwnMailChange } from '@triptych/contract/accounts'
import { isPassword } from '../../auth/password.ts'
import { authorise } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { AccountReader, StoredAccount } from '../../ports/accounts.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { accountsOf, notFound, ownId } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { invite, takeBackInvitation } from './invitations.ts'
import { countTry, forgetTries } from './limit-tries.ts'
import { inTurn } from './log-in.ts'
import { draftLink } from './make-link.ts'
import type { MemberContext } from './members.ts'
import { nameKey } from './name-key.ts'

export async function ownMail(ctx: AccountContext): Promise<OwnMail> {
  authorise(ctx.principal, 'own.manage')
  const id = ownId(ctx)
  return { mail: await accountsOf(ctx).read((store) => store.mailOf(id)) }
}

/** Whoever gets mail of an account can have its password: so it is asked for, where there is one. */
export async function changeOwnMail(
  ctx: AccountContext,
  { mail, password }: OwnMailChange,
  { session, address }: { session: string | null; address: string | null },
): Promise<OwnMail> {
  authorise(ctx.principal, 'own.manage')
  const accounts = accountsOf(ctx)
  const id = ownId(ctx)
  if (session === null) throw new AppError('forbidden', 'Log in to change your mail address.')
  const account = await accounts.read((store) => store.account(id))
  if (!account) throw notFound('account')
  if (account.password !== null) {
    const tried = { what: account.key, address, now: ctx.now().getTime() }
    await countTry(accounts, tried)
    if (!(await inTurn(() => isPassword(account.password, password)))) {
      throw new AppError('auth.wrong_password', 'The password is another one.')
    }
    await forgetTries(accounts, tried)
  }
  await accounts.transact((store) => store.setMail(id, mail))
  return { mail }
}

/** The link is told to whoever invites, too: mail gets lost. */
export async function inviteByMail(
  ctx: MemberContext,
  { mail, ...invitation }: NewInvitation,
  url: string,
  mailer: Mailer | null,
): Promise<MadeLink> {
  if (mail === undefined) return invite(ctx, invitation, url)
  const made = await invite(ctx, invitation, mailer?.url ?? url)
  try {
    await mailerOf(mailer).send({
      to: mail,
      subject: `You are invited to ${invitation.workspace}`,
      text: `${ctx.principal.name} invites you to the workspace ${invitation.workspace} on Triptych, as ${invitation.role}.

Open this link to come in. It can be used once, within a week:

${made.link}
`,
    })
  } catch (error) {
    await takeBackInvitation(ctx, made.id)
    throw error
  }
  return made
}

/**
 * Mails a link for a new password to whoever has this name or address. It is answered before anybody is looked for, so
 * neither the answer nor its time tells whether there is somebody.
 */
export async function sendForgotten(
  ctx: AccountContext,
  { who, address }: { who: string; address: string | null },
  given: Mailer | null,
): Promise<void> {
  const accounts = accountsOf(ctx)
  const mailer = mailerOf(given)
  const key = nameKey(who)
  await countTry(accounts, { what: `forgotten ${key}`, address, now: ctx.now().getTime() })
  mailer.later(async () => {
    const found = await accounts.read((store) => reachable(store, key))
    for (const { id, name, mail } of found) {
      const { stored, made } = draftLink(ctx, mailer.url, { kind: 'password', account: id })
      await accounts.transact((store) => store.putLink({ ...stored, madeBy: null }))
      await mailer.send({
        to: mail,
        subject: 'A new password for Triptych',
        text: `Somebody, most likely you, has asked for a new password for the account ${name}.

Open this link to choose one. It can be used once, within a day:

${made.link}

If it was not you, there is nothing to do: your password is as it was.
`,
      })
    }
  })
}

/** More accounts than this share no address. */
const mostPerAddress = 5

/** Those without a password come in another way, which mail must not pass by. */
async function reachable(
  store: AccountReader,
  key: string,
): Promise<(StoredAccount & { mail: string })[]> {
  const named = await store.accountByKey(key)
  const ids = [...(named ? [named.id] : []), ...(await store.accountsByMail(key))]
  const found: (StoredAccount & { mail: string })[] = []
  for (const id of new Set(ids.slice(0, mostPerAddress))) {
    const account = await store.account(id)
    const mail = await store.mailOf(id)
    if (account && account.password !== null && mail !== null) found.push({ ...account, mail })
  }
  return found
}

export function mailerOf(mailer: Mailer | null): Mailer {
  if (mailer) return mailer
  throw new AppError('auth.no_mail', 'This server sends no mail: it runs without --smtp.')
}
