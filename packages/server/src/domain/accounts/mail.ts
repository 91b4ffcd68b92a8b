import type { MadeLink, NewInvitation, OwnMail, OwnMailChange } from '@triptych/contract/accounts'
import { isPassword } from '../../auth/password.ts'
import { authorise } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { AccountReader, AccountStore, StoredAccount } from '../../ports/accounts.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { accountsOf, notFound, ownId } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { invite, takeBackInvitation } from './invitations.ts'
import { countTry, forgetTries } from './limit-tries.ts'
import { inTurn } from './log-in.ts'
import { draftLink } from './make-link.ts'
import type { MemberContext } from './members.ts'
import { nameKey } from './name-key.ts'

const hourMs = 60 * 60 * 1000

/** To one account in an hour, and of one account in a day. */
export const mostMails = { forgotten: 5, invitations: 100 }

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
      throw wrongPassword()
    }
    await forgetTries(accounts, tried)
  }
  await accounts.transact(async (store) => {
    // Whoever knows the old one may have sent this before it was changed.
    if ((await store.account(id))?.password !== account.password) throw wrongPassword()
    await replaceMail(store, id, mail)
  })
  return { mail }
}

/** What was mailed to the old address lets nobody in any more. */
export async function replaceMail(
  store: AccountStore,
  id: string,
  mail: string | null,
): Promise<void> {
  if ((await store.mailOf(id)) === mail) return
  await store.setMail(id, mail)
  await store.removeLinks('password', id)
}

function wrongPassword(): AppError {
  return new AppError('auth.wrong_password', 'The password is another one.')
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
    await countInvitation(ctx)
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

/** Whoever owns a workspace is not thereby somebody who may send mail to all the world. */
async function countInvitation(ctx: AccountContext): Promise<void> {
  const windowMs = 24 * hourMs
  const key = `invitations ${ctx.principal.id}`
  const now = ctx.now().getTime()
  const sent = await accountsOf(ctx).transact((store) => store.countTry(key, now, windowMs))
  if (sent <= mostMails.invitations) return
  const message = 'You have mailed too many invitations; hand out links yourself, or wait a day.'
  throw new AppError('auth.too_many_tries', message, { retryAfter: windowMs / 1000 })
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
      const isWanted = await accounts.transact(async (store) => {
        // It may be another one by now. And strangers are not to fill anybody's mailbox.
        if ((await store.mailOf(id)) !== mail) return false
        const now = ctx.now().getTime()
        if ((await store.countTry(`mailed ${id}`, now, hourMs)) > mostMails.forgotten) return false
        await store.putLink({ ...stored, madeBy: null })
        return true
      })
      if (!isWanted) continue
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
