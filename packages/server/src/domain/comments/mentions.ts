import type { Mention } from '@triptych/contract/comments'
import type { Context } from '../../context.ts'
import { nameKey } from '../accounts/name-key.ts'

/** Who is mentioned in a text, of those who see the workspace. */
export async function mentionsIn(
  { accounts, workspace }: Pick<Context, 'accounts' | 'workspace'>,
  text: string,
): Promise<Mention[]> {
  if (!accounts || !text.includes('@')) return []
  return mentioned(text, await accounts.read((store) => membersOf(store, workspace.name)))
}

type AccountReader = Parameters<Parameters<NonNullable<Context['accounts']>['read']>[0]>[0]

/** Those with a role of their own or by a group, and those who own the server. */
async function membersOf(store: AccountReader, workspace: string): Promise<Mention[]> {
  const groups = new Map((await store.groups()).map(({ id, members }) => [id, members]))
  const ids = new Set(
    (await store.grants(workspace)).flatMap(({ kind, subject }) =>
      kind === 'account' ? [subject] : (groups.get(subject) ?? []),
    ),
  )
  const accounts = await store.accounts()
  return accounts
    .filter(({ id, isOwner }) => isOwner || ids.has(id))
    .map(({ id, name }) => ({ id, name }))
}

/** Names may have spaces in them, and one may begin with another: the longest that stands there is meant. */
export function mentioned(text: string, people: readonly Mention[]): Mention[] {
  const byLength = people
    .map((person) => ({ person, key: nameKey(person.name) }))
    .toSorted((one, other) => other.key.length - one.key.length)
  const found = new Map<string, Mention>()
  // What stands right behind a word is no mention: `ann@example.com`.
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_.-])@/gu)) {
    const rest = nameKey(text.slice(index + 1, index + 1 + mostLooked))
    const named = byLength.find(({ key }) => startsWithName(rest, key))
    if (named) found.set(named.person.id, named.person)
  }
  return [...found.values()]
}

/** A name has at most 64 characters, and its key may be somewhat longer. */
const mostLooked = 256

function startsWithName(text: string, key: string): boolean {
  return text.startsWith(key) && !/^[\p{L}\p{N}_]/u.test(text.slice(key.length))
}
