import { beforeAll, expect, test } from 'vitest'
import { createHighlight } from './highlight.ts'
import type { Highlight } from './highlight.ts'
import { slugOf } from './headings.ts'
import { renderMarkdown } from './renderMarkdown.ts'

let highlight: Highlight
beforeAll(async () => {
  highlight = await createHighlight()
})

const render = (markdown: string) =>
  renderMarkdown(markdown, {
    highlight,
    resolveLink: (href) =>
      href === 'gone.md'
        ? { fault: 'the link gone.md leads to nothing' }
        : { href: href === 'LICENSE' ? undefined : href },
    resolveImage: (href) => ({ src: href, width: 2, height: 1 }),
  })

test('the first heading is the title, the first paragraph the summary, and every other heading has an anchor', () => {
  const page = render(
    '# A *page*\n\nOf `code` and [links](guide.html).\n\n## With viem, ethers or web3.js\n\n### Twice\n\n### Twice\n',
  )
  expect(page.title).toBe('A page')
  expect(page.summary).toBe('Of code and links.')
  expect(page.headings).toEqual([
    { depth: 2, text: 'With viem, ethers or web3.js', id: 'with-viem-ethers-or-web3js' },
    { depth: 3, text: 'Twice', id: 'twice' },
    { depth: 3, text: 'Twice', id: 'twice-1' },
  ])
  expect(page.body).toContain('<h3 id="twice-1">')
  expect(page.faults).toEqual([])
})

test('faults of a page: no title, two titles, a skipped level, HTML, a dead link, an image without alternative text', () => {
  expect(render('Text').faults).toEqual(['it does not begin with a heading of level 1'])
  expect(render('# One\n\n# Two').faults).toEqual(['it has more than one heading of level 1'])
  expect(render('# One\n\n### Three').faults).toEqual(['the heading “Three” skips a level'])
  expect(render('# One\n\n<b>bold</b>\n\n<!-- a comment is none -->').faults).toEqual(
    expect.arrayContaining(['HTML stands in it: <b>']),
  )
  expect(render('# One\n\n[x](gone.md)').faults).toEqual(['the link gone.md leads to nothing'])
  expect(render('# One\n\n![](a.png)').faults).toEqual(['the image a.png has no text'])
})

test('HTML characters in texts, code and tables are escaped', () => {
  const { body } = render(
    '# One\n\nAnd & `<i>` "x" \\<b>\n\n| a < b | `a \\| b` |\n|---|---|\n| 1 | <2 |\n\n```tsx\nconst a = <b title="&amp;">x</b>\n```\n',
  )
  expect(body).toContain('<code>&lt;i&gt;</code>')
  expect(body).not.toMatch(/<i>|<b>|&amp;lt;/)
  expect(body).toContain('aria-label="a &lt; b, a | b"')
})

test('code blocks use CSS classes, a wide block can be focused, and an unknown language throws', () => {
  const { body } = render(
    `# One\n\n\`\`\`ts\nconst a = 'b' // c\n\`\`\`\n\n\`\`\`sh\n${'long '.repeat(20)}\n\`\`\`\n`,
  )
  expect(body).toContain(`<pre><code><span class="t-k">const</span>`)
  expect(body).toContain('<span class="t-c">// c</span>')
  expect(body).toContain('<pre tabindex="0">')
  expect(body).not.toContain('style=')
  expect(() => render('# One\n\n```cobol\nMOVE\n```\n')).toThrow(
    'The language cobol of a code block is unknown',
  )
})

test('a link to a file without a page becomes text', () => {
  expect(render('# One\n\nSee [the licence](LICENSE).').body).toBe('<p>See the licence.</p>\n')
})

test('the search sections of a page contain the text of its paragraphs, tables, lists and code', () => {
  const { sections } = render(
    '# One\n\nFirst.\n\n## Two\n\n| option | meaning |\n|---|---|\n| `customRpcUrls` | nodes |\n\n- a\n- b\n\n```ts\nconst hidden = 1\n```\n',
  )
  expect(sections).toEqual([
    { id: '', heading: 'One', text: 'First.' },
    { id: 'two', heading: 'Two', text: 'option meaning customRpcUrls nodes a b const hidden = 1' },
  ])
})

test('the anchor of a heading is the same as in other Markdown renderers', () => {
  expect(slugOf('What an account holds, and who it is')).toBe('what-an-account-holds-and-who-it-is')
  expect(slugOf('Options of createKit')).toBe('options-of-createkit')
  expect(slugOf('“Safe”, e-mail & co.')).toBe('safe-e-mail--co')
})
