import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertShowsDrive, pathsOf } from './files-drive.ts'
import { filesServer } from './files-server.ts'

/** Names a file manager, an address or a header may stumble over. */
const names: Record<string, string> = {
  'a space': 'two words',
  'spaces at both ends': ' padded ',
  'a percent sign': '100%',
  'an escape': 'a%2Fb%25%00',
  'a plus': 'a+b',
  'an ampersand': 'a&b=c',
  'a hash': 'a#b',
  'a question mark': 'a?b;c',
  quotes: `"it's" \`so\``,
  'angle brackets': '<b>&amp;',
  'a backslash': 'a\\b',
  'a colon and a bar': 'C:|*',
  emoji: '🗂️👩‍👩‍👧 ok',
  'one character with an accent': 'caf\u00e9',
  'two characters for one with an accent': 'cafe\u0301',
  'another direction': 'שלום',
  'two dots in front': '..hidden',
  'three dots in front': '...x',
  'a dot in front': '.hidden',
  'the word new as its extension': 'a.new',
  'two hundred characters': 'n'.repeat(200),
  'eighty characters of three bytes': '漢'.repeat(80),
  'what a property of objects is called': '__proto__',
}

describe('a name with', { concurrency: 4 }, () => {
  for (const [what, name] of Object.entries(names)) {
    it(`${what} is listed, renamed, copied, moved, downloaded and deleted`, async (t) => {
      const server = await filesServer(t, { '/plain/': '' })
      const page = await server.open()
      await page.openAll()

      // Both as a folder and as what is in it.
      await page.create('/', name, 'folder')
      await page.upload(`/${name}`, name, `bytes of ${name}`)
      const listed = await assertShowsDrive(page, server)
      assert.ok(pathsOf(listed).includes(`/${name}/${name}`))
      const expected = Buffer.from(`bytes of ${name}`)
      assert.deepEqual(await server.download(`/${name}/${name}`), expected)

      await page.rename(`/${name}/${name}`, 'plain')
      await page.rename(`/${name}/plain`, name)
      await page.rename(`/${name}`, 'once plain')
      await page.rename('/once plain', name)
      await page.copy([`/${name}`], '/plain')
      await page.move([`/${name}/${name}`], '/plain')
      await assertShowsDrive(page, server)

      const { content } = await server.drive()
      assert.equal(content.size, 2)
      for (const id of content.keys()) assert.deepEqual(await server.download(id), expected)
      const info = await page.provider.loadInfo(`/plain/${name}`)
      assert.equal(info?.['Size'], expected.length)

      await page.remove([`/plain/${name}/${name}`])
      await page.remove([`/plain/${name}`, `/${name}`])
      await assertShowsDrive(page, server)
      assert.equal((await server.drive()).totals.folders, 1)
      assert.deepEqual(page.corrected, [])
    })
  }

  it('as many bytes as a name may have gives room for another of the same name', async (t) => {
    const server = await filesServer(t)
    const page = await server.open()
    const name = `${'n'.repeat(251)}.txt`

    await page.create('/', name)
    await page.create('/', name)

    assert.equal(page.corrected.length, 1)
    assert.equal((await server.drive()).content.size, 2)
    await assertShowsDrive(page, server)
  })
})
