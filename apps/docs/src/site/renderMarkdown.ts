import { Marked } from 'marked'
import type { Token, Tokens } from 'marked'
import { html, raw } from './html.ts'
import type { Highlight } from './highlight.ts'

/** A heading of a page: its level (from 2), its text, and its anchor. */
export type Heading = { depth: number; text: string; id: string }

/** A part of a page for the search: its heading, and all text until the next heading. */
export type Section = { id: string; heading: string; text: string }

/** A page made from Markdown. */
export type Rendered = {
  /** The text of the heading of level 1. */
  title: string
  /** The first paragraph, as text. */
  summary: string
  /** Everything after the heading of level 1. */
  body: string
  headings: readonly Heading[]
  sections: readonly Section[]
  /** Faults of the file, one sentence each. */
  faults: readonly string[]
}

/**
 * The result of a file's link: another address, or `undefined` for text without a link when the
 * site lacks the target.
 */
export type ResolveLink = (href: string) => { href: string | undefined } | { fault: string }

/** The result for an image of a file: its address, and its size in pixels. */
export type ResolveImage = (
  href: string,
) => { src: string; width: number; height: number } | { fault: string }

export type RenderOptions = {
  highlight: Highlight
  resolveLink: ResolveLink
  resolveImage: ResolveImage
}

/**
 * The anchor of a heading: its words in lower case, joined by hyphens, without other characters.
 */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** The plain text of Markdown. */
export function textOf(tokens: readonly Token[] = []): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens
        ? textOf(token.tokens)
        : token.type === 'br'
          ? ' '
          : 'text' in token
            ? unescape(String(token.text))
            : '',
    )
    .join('')
}

const unescape = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
  )

/** Max characters of a line that fits on a phone. */
const longLine = 36

/**
 * Makes a page's HTML from Markdown. Raw HTML in it is a fault, as are headings out of order, dead
 * links and images without alternative text.
 */
export function renderMarkdown(
  markdown: string,
  { highlight, resolveLink, resolveImage }: RenderOptions,
): Rendered {
  const faults: string[] = []
  const headings: Heading[] = []
  const ids = new Map<string, number>()
  const marked = new Marked({ gfm: true })

  const idOf = (text: string) => {
    const slug = slugOf(text)
    const count = ids.get(slug) ?? 0
    ids.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }

  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const text = textOf(tokens)
        const id = idOf(text)
        if (depth > (headings.at(-1)?.depth ?? 1) + 1)
          faults.push(`the heading “${text}” skips a level`)
        headings.push({ depth, text, id })
        return html`<h${depth} id="${id}">${raw(this.parser.parseInline(tokens))} <a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a></h${depth}>\n`.toString()
      },
      code({ text, lang = '' }) {
        const [language = ''] = lang.split(/\s/)
        const scrolls = text.split('\n').some((line) => line.length > longLine)
        return `<div class="code"><pre${scrolls ? ' tabindex="0"' : ''}><code>${highlight(text, language)}</code></pre></div>\n`
      },
      codespan: ({ text }) => html`<code>${text}</code>`.toString(),
      html({ text }) {
        if (!text.startsWith('<!--')) faults.push(`HTML stands in it: ${text.trim().slice(0, 40)}`)
        return ''
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const resolved = resolveLink(href)
        if ('fault' in resolved) faults.push(resolved.fault)
        return 'fault' in resolved || resolved.href === undefined
          ? inner
          : html`<a href="${resolved.href}"${/^https?:/.test(resolved.href) && raw(' rel="noreferrer"')}>${raw(inner)}</a>`.toString()
      },
      image({ href, text }) {
        if (text.trim() === '') faults.push(`the image ${href} has no text`)
        const resolved = resolveImage(href)
        if ('fault' in resolved) {
          faults.push(resolved.fault)
          return ''
        }
        return html`<img src="${resolved.src}" width="${resolved.width}" height="${resolved.height}" alt="${text}" loading="lazy" decoding="async">`.toString()
      },
      table({ header, rows }) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const isNamed = header.some(({ text }) => text !== '')
        const label = isNamed
          ? header
              .map(({ tokens }) => textOf(tokens))
              .filter(Boolean)
              .join(', ')
          : (headings.at(-1)?.text ?? '')
        // an empty header cell has no meaning: an empty header row is left out, a single empty cell
        // becomes an ordinary cell
        const head = isNamed
          ? `<thead><tr>${header.map(({ tokens, text }) => (text === '' ? '<td></td>' : `<th scope="col">${this.parser.parseInline(tokens)}</th>`)).join('')}</tr></thead>`
          : ''
        return html`<div class="table" role="group" aria-label="${label}" tabindex="0"><table data-columns="${header.length}">${raw(head)}<tbody>${raw(rows.map((row) => cells(row, 'td')).join(''))}</tbody></table></div>\n`.toString()
      },
    },
  })

  const tokens = marked.lexer(markdown)
  const [first] = tokens
  if (first?.type !== 'heading' || first.depth !== 1)
    faults.push('it does not begin with a heading of level 1')
  if (tokens.filter((token) => token.type === 'heading' && token.depth === 1).length > 1)
    faults.push('it has more than one heading of level 1')
  const rest =
    first?.type === 'heading' ? Object.assign(tokens.slice(1), { links: tokens.links }) : tokens
  const title = first?.type === 'heading' ? textOf(first.tokens) : ''
  ids.set(slugOf(title), 1)
  const paragraph = rest.find(({ type }) => type === 'paragraph')
  const body = marked.parser(rest)
  return {
    title,
    summary: paragraph && 'tokens' in paragraph ? textOf(paragraph.tokens) : '',
    body,
    headings,
    sections: sectionsOf(title, rest, headings),
    faults,
  }
}

/** The parts of a page for the search, including the part before the first heading. */
function sectionsOf(
  title: string,
  tokens: readonly Token[],
  headings: readonly Heading[],
): readonly Section[] {
  const sections: { id: string; heading: string; text: string }[] = [
    { id: '', heading: title, text: '' },
  ]
  let at = 0
  for (const token of tokens) {
    const heading = token.type === 'heading' ? headings[at++] : undefined
    const last = sections.at(-1)
    if (heading) sections.push({ id: heading.id, heading: heading.text, text: '' })
    else if (last) last.text += ` ${wordsOf(token)}`
  }
  return sections.map(({ text, ...section }) => ({
    ...section,
    text: text.replace(/\s+/g, ' ').trim(),
  }))
}

function wordsOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table // by its type
    return [header, ...rows]
      .map((row) => row.map(({ tokens }) => textOf(tokens)).join(' '))
      .join(' ')
  }
  if (token.type === 'list')
    return (token as Tokens.List).items.map(({ tokens }) => textOf(tokens)).join(' ') // by its type
  return 'tokens' in token && token.tokens
    ? textOf(token.tokens)
    : 'text' in token
      ? String(token.text)
      : ''
}
