import { AccountName } from '@triptych/contract/accounts'
import type { Account } from '@triptych/contract/accounts'
import type { Config } from '../config/config.ts'
import { quote } from '../config/config-error.ts'
import { toggle } from '../config/options.ts'
import type { AccountContext } from '../domain/accounts/account-context.ts'
import type { NoteContext } from '../domain/accounts/note-access.ts'
import { AppError } from '../errors.ts'
import type { SharedContext } from '../open-data.ts'
import { newStepId } from '../step-id.ts'
import { command } from './command.ts'
import { askPassword, pipedPassword } from './read-password.ts'
import { say } from './terminal.ts'
import { withData, withStoredData } from './with-data.ts'

const passwordStdin = toggle(
  '--password-stdin',
  'Read the password from the first line of standard input.',
)

const notWhile = 'A server that has the data must not run, unless it has it on PostgreSQL and S3.'

export const userAdd = command({
  name: 'user add',
  summary: 'Make an account.',
  about: `The password is asked for on the terminal. Where there is none, a link is printed by which somebody
chooses it, once and within a day. ${notWhile}`,
  arguments: { name: 'NAME' },
  options: { owner: toggle('--owner', 'Make it an owner of the server.'), passwordStdin },
  settings: 'taken',
  exits: ['done', 'it failed and nothing has changed'],
  async run({ name, owner, passwordStdin: isPiped }, { config }) {
    const known = nameIn(name)
    const password = await passwordFor(known, isPiped)
    const { addAccount } = await import('../domain/accounts/add-account.ts')
    return withAccounts(config, withData, async (ctx) => {
      const made = await addAccount(ctx, { name: known, isOwner: owner, password })
      say(`${made.name} is ${owner ? 'an owner of the server' : 'somebody without a role'} now.`)
      if (password === null) await sayLink(ctx, made, config)
    })
  },
})

export const userList = command({
  name: 'user list',
  summary: 'Show who has an account.',
  about: `The oldest first, with since when; owners of the server are marked. ${notWhile}`,
  settings: 'taken',
  exits: ['shown', 'it failed'],
  run: (_, { config }) =>
    withAccounts(config, withStoredData, async (ctx) => {
      const { listAccounts } = await import('../domain/accounts/change-accounts.ts')
      for (const { name, isOwner, createdAt } of await listAccounts(ctx)) {
        say(`${createdAt.slice(0, 10)}  ${name}${isOwner ? '  (owner)' : ''}`)
      }
    }),
})

export const userPassword = command({
  name: 'user password',
  summary: 'Give an account another password.',
  about: `It is asked for on the terminal, and ends all sessions of the account. Where there is no terminal, a link is
printed by which somebody chooses it, once and within a day. ${notWhile}`,
  arguments: { name: 'NAME' },
  options: { passwordStdin },
  settings: 'taken',
  exits: ['done', 'it failed and nothing has changed'],
  async run({ name, passwordStdin: isPiped }, { config }) {
    const password = await passwordFor(name, isPiped)
    const { setPassword } = await import('../domain/accounts/add-account.ts')
    return withAccounts(config, withStoredData, async (ctx) => {
      const account = await accountNamed(ctx, name)
      if (password === null) return sayLink(ctx, account, config)
      await setPassword(ctx, account.id, password)
      say(`${account.name} has another password now.`)
    })
  },
})

export const userRemove = command({
  name: 'user remove',
  summary: 'Remove an account.',
  about: `With its sessions, tokens and roles; what it has done stays in the log. The last owner stays. ${notWhile}`,
  arguments: { name: 'NAME' },
  settings: 'taken',
  exits: ['done', 'it failed and nothing has changed'],
  run: ({ name }, { config }) =>
    withAccounts(config, withStoredData, async (ctx) => {
      const { removeAccount } = await import('../domain/accounts/change-accounts.ts')
      const account = await accountNamed(ctx, name)
      await removeAccount(ctx, account.id)
      say(`${account.name} is gone.`)
    }),
})

export const userRevoke = command({
  name: 'user revoke',
  summary: 'Take passkeys, tokens and sessions of an account back.',
  about: `For somebody who has lost a device. The password stays what it is. ${notWhile}`,
  arguments: { name: 'NAME' },
  settings: 'taken',
  exits: ['done', 'it failed and nothing has changed'],
  run: ({ name }, { config }) =>
    withAccounts(config, withStoredData, async (ctx) => {
      const { removeKeys } = await import('../domain/accounts/change-accounts.ts')
      const account = await accountNamed(ctx, name)
      await removeKeys(ctx, account.id)
      say(`Passkeys, tokens and sessions of ${account.name} let nobody in any more.`)
    }),
})

/** Whether or not the settings turn them on: they may be there before the server is. */
async function withAccounts(
  config: Config,
  open: (config: Config, work: (shared: SharedContext) => Promise<void>) => Promise<void>,
  work: (ctx: AccountContext & NoteContext) => Promise<void>,
): Promise<number> {
  const { localPrincipal } = await import('../auth/principal.ts')
  await open({ ...config, auth: 'accounts' }, (shared) =>
    work({
      ...shared,
      principal: localPrincipal,
      origin: null,
      address: null,
      step: newStepId(shared.now()),
    }),
  )
  return 0
}

/** `null`: nobody is there to be asked. */
async function passwordFor(name: string, isPiped: boolean): Promise<string | null> {
  if (isPiped) return pipedPassword()
  return process.stdin.isTTY ? askPassword(name) : null
}

function nameIn(text: string): string {
  const result = AccountName.safeParse(text)
  if (result.success) return result.data
  throw new AppError('bad_request', `${quote(text)} is no name: one line of 1 to 64 characters.`)
}

async function accountNamed(ctx: AccountContext, name: string): Promise<Account> {
  const { listAccounts } = await import('../domain/accounts/change-accounts.ts')
  const { nameKey } = await import('../domain/accounts/name-key.ts')
  const found = (await listAccounts(ctx)).find((one) => nameKey(one.name) === nameKey(name))
  if (found) return found
  throw new AppError('auth.not_found', `Nobody is called ${quote(name)}.`)
}

async function sayLink(ctx: AccountContext, { id, name }: Account, config: Config): Promise<void> {
  const { makePasswordLink } = await import('../domain/accounts/change-accounts.ts')
  const { url, host, port, base } = config
  const named = host.includes(':') ? `[${host}]` : host
  const place = host === '0.0.0.0' || host === '::' ? 'localhost' : named
  const page = url ?? `http://${place}:${port}${base}`
  const { link } = await makePasswordLink(ctx, id, page)
  say(`${name} chooses a password by ${link}`)
}
