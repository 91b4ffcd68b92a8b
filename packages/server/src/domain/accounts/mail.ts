import type { MadeLink, NewInvitation, OwnMail, OwnMailChange } from '@triptych/contract/accounts'
import { authorise } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { AccountReader, AccountStore, StoredAccount } from '../../ports/accounts.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { accountsOf, ownId } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { checkPassword, existing, wrongPassword } from './confirm-password.ts'
import { invite, takeBackInvitation } from './invitations.ts'
import { countTry } from './limit-tries.ts'
import { draftLink, replaceLinks } from './make-link.ts'
import type { DraftedLink } from './make-link.ts'
import type { MemberContext } from './members.ts'
import { nameKey } from './name-key.ts'

const hourMs = 60 * 60 * 1000

/** To one account in an hour, and of one account in a day. */
export const mostMails = { forgotten: 5, invitations: 100 }

export async function ownMail(ctx: AccountContext): Promise<OwnMail> {
  authorise(ctx.principal, 'own.manage')
  const id = ownId(ctx)
  const now = ctx.now().getTime()
  return accountsOf(ctx).read(async (store) => {
    const link = (await store.links('mail')).find((one) => one.account === id)
    const awaited = link && link.expiresAt > now ? link.mail : null
    return { mail: await store.mailOf(id), awaited }
  })
}

/**
 * Whoever gets mail of an account can have its password: so it is asked for, where there is one. And where mail is sent,
 * a new address counts only when somebody has shown that they read what comes there.
 */
export async function changeOwnMail(
  ctx: AccountContext,
  { mail, password }: OwnMailChange,
  { session, address }: { session: string | null; address: string | null },
  mailer: Mailer | null,
): Promise<OwnMail> {
  authorise(ctx.principal, 'own.manage')
  const accounts = accountsOf(ctx)
  const id = ownId(ctx)
  if (session === null) throw new AppError('forbidden', 'Log in to change your mail address.')
  const account = await accounts.read((store) => existing(store, id))
  if (account.password !== null) await checkPassword(ctx, account, { password, address })
  const drafted = draftLink(ctx, mailer?.url ?? '', { kind: 'mail', account: id, mail })
  const isAwaited = await accounts.transact(async (store) => {
    // Whoever knows the old one may have sent this before it was changed.
    if ((await store.account(id))?.password !== account.password) throw wrongPassword()
    if (!mailer || mail === null || mail === (await store.mailOf(id))) {
      await replaceMail(store, id, mail)
      return false
    }
    await countMail(ctx, store, id)
    await replaceLinks(store, drafted)
    // Whoever wants another may have lost the old one to somebody.
    await store.removeLinks('password', id)
    return true
  })
  if (mailer && mail !== null && isAwaited) await sendConfirmation(ctx, mailer, mail, drafted)
  return ownMail(ctx)
}

async function sendConfirmation(
  ctx: AccountContext,
  mailer: Mailer,
  mail: string,
  { stored, made }: DraftedLink,
): Promise<void> {
  try {
    await mailer.send({
      to: mail,
      subject: 'Your mail address for Triptych',
      text: `Somebody, most likely you, has given this mail address to the account ${ctx.principal.name}.

Open this link where you are logged in to confirm it. It can be used once, within a day:

${made.link}

If it was not you, there is nothing to do: nothing else will come here.
`,
    })
  } catch (error) {
    await accountsOf(ctx).transact((store) => store.removeLink(stored.id))
    throw error
  }
}

/** Nobody fills the mailbox of somebody else. */
async function countMail(ctx: AccountContext, store: AccountStore, id: string): Promise<void> {
  const sent = await store.countTry(`confirmed ${id}`, ctx.now().getTime(), hourMs)
  if (sent <= mostMails.forgotten) return
  const message = 'Too many addresses within an hour; wait a while.'
  throw new AppError('auth.too_many_tries', message, { retryAfter: hourMs / 1000 })
}

/** What was mailed to the old address lets nobody in any more. */
export async function replaceMail(
  store: AccountStore,
  id: string,
  mail: string | null,
): Promise<void> {
  await store.removeLinks('mail', id)
  if ((await store.mailOf(id)) === mail) return
  await store.setMail(id, mail)
  await store.removeLinks('password', id)
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
