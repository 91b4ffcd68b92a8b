import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Account, Entry, LinkPurpose, MadeLink, OwnMail } from '@triptych/contract/accounts'
import { accountsServer, password, secretOf } from '../../../test/fixtures/accounts-api.ts'
import type { AccountsServer, Somebody } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem, server } from '../../../test/fixtures/api.ts'
import { mailServer } from '../../../test/fixtures/mail-server.ts'
import { patient } from '../../../test/fixtures/patient.ts'
import { mostMails } from '../../domain/accounts/mail.ts'
import type { Observation } from '../../observe/observation.ts'

const from = 'triptych@example.com'

/** A server with accounts that sends mail; its links begin with what is set. */
async function mailing(smtp?: string) {
  const post = await mailServer()
  const seen: Observation[] = []
  const settings = { url: 'http://plan.example', smtp: smtp ?? post.url, mailFrom: `T <${from}>` }
  const people = await accountsServer(settings, (observed) => seen.push(observed))
  return { ...people, post, seen }
}

async function setMail(of: Somebody, mail: string | null): Promise<void> {
  const { status, json } = await of.ask('PUT', '/auth/mail', { mail, password })
  assert.equal(status, 200, JSON.stringify(json))
}

/** By an owner of the server, whose word counts at once. */
async function giveMail(owner: Somebody, mail: string | null, to = owner): Promise<void> {
  const { status } = await owner.ask('PATCH', `/auth/accounts/${to.id}`, { mail })
  assert.equal(status, 200)
}

const forgotten = ({ ask }: Pick<AccountsServer, 'ask'>, who: string) =>
  ask('POST', '/auth/forgotten', { who })

describe('a forgotten password', () => {
  it('is replaced by a link that is mailed to whoever has the name or the address', async (t) => {
    const people = await mailing()
    const { ask, owner, logIn, post } = people
    await giveMail(owner, 'Olga@Example.com')
    for (const who of ['oLGA', 'olga@example.COM']) {
      const before = post.received.length
      assert.deepEqual((await forgotten(people, who)).json, {})
      await t.waitFor(() => assert.equal(post.received.length, before + 1), patient)
    }
    const [first, second] = post.received
    assert.deepEqual([first?.to, first?.from], ['Olga@example.com', from])
    assert.match(first?.text ?? '', /http:\/\/plan\.example\/#link=/)

    const use = (secret = '') =>
      ask('POST', '/auth/links/use', { secret, password: 'another long password' })
    assert.equal((await use(first?.secret)).status, 200)
    await logIn('Olga', 'another long password')
    // Neither it nor the one beside it works any more.
    assertProblem(await use(first?.secret), [404, 'auth.bad_link'])
    assertProblem(await use(second?.secret), [404, 'auth.bad_link'])
  })

  it('is answered alike whoever is asked for, and mailed to nobody who is not there', async (t) => {
    const people = await mailing()
    const rita = await people.invite('Rita', 'reader')
    await giveMail(people.owner, 'olga@example.com')
    const answers = []
    for (const who of ['nobody', 'no@example.com', rita.name, 'Olga']) {
      const { status, json } = await forgotten(people, who)
      answers.push([status, json])
    }
    assert.deepEqual(new Set(answers.map((one) => JSON.stringify(one))), new Set(['[200,{}]']))
    await t.waitFor(() => assert.ok(people.post.received.length > 0), patient)
    await people.triptych.close()
    assert.deepEqual(
      people.post.received.map(({ to }) => to),
      ['olga@example.com'],
    )
  })

  it('is not replaced by a link from before the address or the password was changed', async (t) => {
    const people = await mailing()
    const { ask, owner, post } = people
    const rita = await people.invite('Rita', 'reader')
    for (const change of [
      () => rita.ask('PUT', '/auth/mail', { mail: 'new@example.com', password }),
      () => rita.ask('PUT', '/auth/mail', { mail: null, password }),
      () => owner.ask('PATCH', `/auth/accounts/${rita.id}`, { mail: 'new@example.com' }),
      () => rita.ask('POST', '/auth/password', { current: password, next: password }),
    ]) {
      await giveMail(people.owner, 'old@example.com', rita)
      const before = post.received.length
      await forgotten(people, 'Rita')
      await t.waitFor(() => assert.equal(post.received.length, before + 1), patient)
      const secret = post.received.at(-1)?.secret
      assert.equal((await ask('POST', '/auth/links/look', { secret })).status, 200)
      assert.equal((await change()).status, 200)
      assertProblem(await ask('POST', '/auth/links/look', { secret }), [404, 'auth.bad_link'])
    }
  })

  it('fills nobody’s mailbox', async (t) => {
    const people = await mailing()
    await giveMail(people.owner, 'olga@example.com')
    for (const who of ['Olga', 'olga@example.com']) {
      for (let n = 0; n < 4; n++) assert.equal((await forgotten(people, who)).status, 200)
    }
    await t.waitFor(() => assert.ok(people.post.received.length > 0), patient)
    await people.triptych.close()
    assert.equal(people.post.received.length, mostMails.forgotten)
  })

  it('is limited as logins are', async () => {
    const people = await mailing()
    for (let n = 0; n < 10; n++) assert.equal((await forgotten(people, 'x')).status, 200)
    const tooMany = await forgotten(people, ' X')
    assertProblem(tooMany, [429, 'auth.too_many_tries'])
    assert.ok(Number(tooMany.headers.get('retry-after')) > 0)
    assert.equal((await forgotten(people, 'y')).status, 200)
  })

  it('has nobody who mails it where no mail server is set', async () => {
    const people = await accountsServer()
    assertProblem(await forgotten(people, 'Olga'), [404, 'auth.no_mail'])
    assert.equal(((await people.ask('GET', '/auth')).json as Entry).mail, false)
  })
})

describe('an invitation', () => {
  const invitation = { workspace: 'main', role: 'editor', mail: 'new@example.com' }

  it('is mailed, and told as well', async () => {
    const { ask, owner, post } = await mailing()
    assert.equal(((await ask('GET', '/auth')).json as Entry).mail, true)
    const { json } = await owner.ask('POST', '/auth/invitations', invitation)
    const [mail] = post.received
    assert.deepEqual(
      [mail?.to, mail?.secret],
      ['new@example.com', secretOf((json as MadeLink).link)],
    )
    assert.match(mail?.text ?? '', /Olga invites you/)
  })

  it('goes to one address and to nothing else', async () => {
    const { owner, post } = await mailing()
    for (const mail of ['a@x.example, b@x.example', 'a@x.example\r\nBcc: b@x.example', 'x', '']) {
      const answer = await owner.ask('POST', '/auth/invitations', { ...invitation, mail })
      assertProblem(answer, [422, 'body.invalid'], mail)
    }
    assert.deepEqual(post.received, [])
  })

  it('is none where no mail server takes it, and nobody is told the password of that', async () => {
    const { urlFor } = await mailServer()
    const people = await mailing(urlFor('wrong canary'))
    const { owner, seen } = people
    const refused = await owner.ask('POST', '/auth/invitations', invitation)
    assertProblem(refused, [503, 'auth.mail_failed'])
    assert.deepEqual((await owner.ask('GET', '/auth/invitations?workspace=main')).json, [])

    const failures = seen.flatMap((one) => (one.kind === 'failure' ? [one] : []))
    assert.deepEqual(
      failures.map(({ where }) => where),
      ['mail'],
    )
    const told =
      failures.map(({ error }) => String((error as Error).stack)).join() + JSON.stringify(seen)
    for (const secret of [
      'wrong canary',
      'wrong%20canary',
      Buffer.from('wrong canary').toString('base64'),
    ]) {
      assert.ok(!`${told}${JSON.stringify(refused.json)}`.includes(secret), secret)
    }
  })

  it('is not mailed to all the world', async () => {
    const { owner, post } = await mailing()
    const mailed = () => owner.ask('POST', '/auth/invitations', invitation)
    const all = await Promise.all(Array.from({ length: mostMails.invitations }, mailed))
    assert.ok(all.every(({ status }) => status === 200))
    assertProblem(await mailed(), [429, 'auth.too_many_tries'])
    assert.equal(post.received.length, mostMails.invitations)
    const listed = await owner.ask('GET', '/auth/invitations?workspace=main')
    assert.equal((listed.json as unknown[]).length, mostMails.invitations)
    const { mail: _, ...byHand } = invitation
    assert.equal((await owner.ask('POST', '/auth/invitations', byHand)).status, 200)
  })

  it('is refused where no mail is sent', async () => {
    const { owner } = await accountsServer()
    const answer = await owner.ask('POST', '/auth/invitations', invitation)
    assertProblem(answer, [404, 'auth.no_mail'])
    assert.deepEqual((await owner.ask('GET', '/auth/invitations?workspace=main')).json, [])
  })
})

describe('a mail address', () => {
  it('is changed by whoever says their password, and by owners', async () => {
    const { owner, invite, token } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const wrong = { mail: 'rita@example.com', password: 'wrong' }
    assertProblem(await rita.ask('PUT', '/auth/mail', wrong), [422, 'auth.wrong_password'])
    await setMail(rita, 'rita@example.com')
    const own = { mail: 'rita@example.com', awaited: null }
    assert.deepEqual((await rita.ask('GET', '/auth/mail')).json, own)
    const program = await token(rita)
    assertProblem(await program.ask('GET', '/auth/mail'), [403, 'forbidden'])
    assertProblem(await program.ask('PUT', '/auth/mail', wrong), [403, 'forbidden'])

    const at = `/auth/accounts/${rita.id}`
    assertProblem(await rita.ask('PATCH', at, { mail: null }), [403, 'forbidden'])
    const changed = await owner.ask('PATCH', at, { mail: 'r@example.com' })
    assert.equal((changed.json as Account).mail, 'r@example.com')
    const listed = (await owner.ask('GET', '/auth/accounts')).json as Account[]
    assert.deepEqual(
      listed.map(({ mail }) => mail),
      [null, 'r@example.com'],
    )
    await setMail(rita, null)
    assert.equal(((await rita.ask('GET', '/auth/mail')).json as OwnMail).mail, null)
  })
})

const mailOf = async (of: Somebody) => (await of.ask('GET', '/auth/mail')).json as OwnMail
const confirmBy = (by: Pick<Somebody, 'ask'>, secret = '') =>
  by.ask('POST', '/auth/links/use', { secret })

describe('a mail address, where mail is sent', () => {
  it('counts once the link that is mailed there was used by whoever has the account', async () => {
    const people = await mailing()
    const { owner, invite, post, ask } = people
    const rita = await invite('Rita', 'reader')
    await giveMail(owner, 'old@example.com', rita)
    await setMail(rita, 'new@example.com')
    assert.deepEqual(await mailOf(rita), { mail: 'old@example.com', awaited: 'new@example.com' })
    const [sent] = post.received
    assert.equal(sent?.to, 'new@example.com')
    assert.match(sent.text, /http:\/\/plan\.example\/#link=/)

    const { json: purpose } = await ask('POST', '/auth/links/look', { secret: sent.secret })
    assert.deepEqual((purpose as LinkPurpose).kind, 'mail')
    for (const other of [owner, { ask }]) {
      assertProblem(await confirmBy(other, sent.secret), [403, 'forbidden'])
    }
    assert.equal((await mailOf(rita)).mail, 'old@example.com')
    assert.equal((await confirmBy(rita, sent.secret)).status, 200)
    assert.deepEqual(await mailOf(rita), { mail: 'new@example.com', awaited: null })
    assertProblem(await confirmBy(rita, sent.secret), [404, 'auth.bad_link'])
  })

  it('is the last that was asked for, and none where it was taken away meanwhile', async () => {
    const { owner, post } = await mailing()
    await setMail(owner, 'one@example.com')
    await setMail(owner, 'two@example.com')
    const [one, two] = post.received
    assertProblem(await confirmBy(owner, one?.secret), [404, 'auth.bad_link'])
    await setMail(owner, null)
    assertProblem(await confirmBy(owner, two?.secret), [404, 'auth.bad_link'])
    assert.deepEqual(await mailOf(owner), { mail: null, awaited: null })
  })

  it('is mailed to so often in an hour, and stays where nobody takes the mail', async () => {
    const { owner } = await mailing()
    for (let n = 0; n < mostMails.forgotten; n++) await setMail(owner, `${n}@example.com`)
    const more = { mail: 'x@example.com', password }
    assertProblem(await owner.ask('PUT', '/auth/mail', more), [429, 'auth.too_many_tries'])
    assert.equal((await mailOf(owner)).awaited, `${mostMails.forgotten - 1}@example.com`)

    const broken = await mailing('smtp://127.0.0.1:9')
    const failed = await broken.owner.ask('PUT', '/auth/mail', more)
    assert.equal((failed.json as { code: string }).code, 'auth.mail_failed')
    assert.deepEqual(await mailOf(broken.owner), { mail: null, awaited: null })
  })
})

describe('a mail server', () => {
  it('is refused without what it needs, and its password is not repeated', async () => {
    const smtp = 'smtp://post:canary@127.0.0.1'
    const auth = 'accounts' as const
    const url = 'https://plan.example'
    for (const [options, message] of [
      [{ auth, url, smtp }, /mailFrom/],
      [{ auth, url, mailFrom: from }, /smtp/],
      [{ auth, smtp, mailFrom: from }, /url/],
      [{ url, smtp, mailFrom: from }, /accounts/],
      [{ auth, url, smtp: `${smtp}?x=1`, mailFrom: from }, /mail server/],
      [{ auth, url, smtp, mailFrom: 'nobody' }, /mail address/],
    ] as const) {
      await assert.rejects(server(options), (error: Error) => {
        assert.match(error.message, message)
        return !error.message.includes('canary')
      })
    }
  })
})
