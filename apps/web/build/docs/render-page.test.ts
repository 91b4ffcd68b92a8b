import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageHtml } from './page-html.ts'
import { readPages } from './read-pages.ts'
import { headingId, relativeTo, renderPages } from './render-page.ts'
import { sidebarOf } from './sidebar.ts'

const pageOf = (name: string, text: string) => ({ name, path: `docs/${name || 'index'}.md`, text })

describe('the documentation', () => {
  const pages = renderPages(readPages())

  it('has no link that leads nowhere', () => {
    assert.ok(pages.length > 30)
    assert.deepEqual(
      pages.flatMap(({ deadLinks }) => deadLinks),
      [],
    )
  })

  it('has every page of its folders beside the text, each once and with a title', () => {
    const names = pages.map(({ name }) => name)
    const placed = sidebarOf(names).flatMap((group) => group.names)

    const left = names.filter((name) => !placed.includes(name) && !name.startsWith('deploy/'))
    assert.deepEqual(left, [''])
    assert.equal(new Set(placed).size, placed.length)
    for (const { name, title } of pages) assert.notEqual(title, '', name)
  })

  it('brings no style or script of its own in the text, which the policy would refuse', () => {
    for (const { html, name } of pages) {
      assert.doesNotMatch(html, /\sstyle="|<script|<style|\son\w+="/, name)
    }
  })
})

describe('a page', () => {
  it('leads to pages and headings, and says which are not there', () => {
    const text = `# A\n[b](../how-to/b.md#two-words) [c](c.md) [b](../how-to/b.md#x) [why](../../decisions/001-errors-are-always-json.md)
[own](#a) [web](https://example.com)`
    const [page] = renderPages([
      pageOf('reference/a', text),
      pageOf('how-to/b', '# B\n\n## Two *words*'),
    ])

    assert.deepEqual(page!.deadLinks, [
      'docs/reference/a.md: c.md',
      'docs/reference/a.md: ../how-to/b.md#x',
    ])
    assert.match(page!.html, /href="\.\.\/how-to\/b#two-words"/)
    assert.match(page!.html, /href="a#a"/)
    assert.match(page!.html, /href="https:\/\/example\.com"/)
    assert.match(page!.html, / why/)
  })

  it('finds the others by relative addresses, wherever the server lies', () => {
    for (const [from, to, way] of [
      ['', 'how-to/s3', 'docs/how-to/s3'],
      ['', 'assets/a.js', 'docs/assets/a.js'],
      ['changelog', '', '../docs'],
      ['changelog', 'how-to/s3', 'how-to/s3'],
      ['how-to/s3', '', '../../docs'],
      ['how-to/s3', 'how-to/deploy', 'deploy'],
      ['how-to/s3', 'reference/cli', '../reference/cli'],
    ] as const) {
      assert.equal(relativeTo(from, to), way)
      const url = new URL(way, `http://host/base/docs${from && '/'}${from}`)
      assert.equal(url.pathname, `/base/docs${to && '/'}${to}`)
    }
  })

  it('is cut at its headings for the search', () => {
    const [page] = renderPages([
      pageOf('a', '# A `b`\n\nFirst\nline.\n\n## C\n\n| d |\n| - |\n| e |\n'),
    ])

    assert.deepEqual(page!.sections, [
      { heading: 'A b', id: '', text: 'First line.' },
      { heading: 'C', id: 'c', text: 'd e' },
    ])
    assert.equal(headingId('`--no-page`: what it does'), '--no-page-what-it-does')
  })

  it('shows text as text', () => {
    const [page] = renderPages([pageOf('a', '# <b>A</b>\n\n<script>x</script>')])
    const site = { groups: [], titles: new Map(), script: 's.js', style: 's.css', icon: 'i.svg' }

    const html = pageHtml(page!, site)
    assert.match(html, /<title>&lt;b>A&lt;\/b> · Triptych<\/title>/)
    assert.doesNotMatch(html, /<b>|<script>/)
  })
})
