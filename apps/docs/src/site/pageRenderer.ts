import type { Parser, RendererObject, Tokens } from 'marked'
import { createAnchors } from './headings.ts'
import type { Heading } from './headings.ts'
import type { Highlight } from './highlight.ts'
import { html, raw } from './html.ts'
import { textOf } from './sections.ts'

/**
 * The result of a file's link: another address, or `undefined` for text without a link when the
 * site lacks the target.
 */
export type ResolveLink = (href: string) => { href: string | undefined } | { fault: string }

/** What an image of a file becomes: its address, and its size in pixels. */
export type ResolveImage = (
  href: string,
) => { src: string; width: number; height: number } | { fault: string }

/** What a page's code, links and images become. */
export type RenderOptions = {
  highlight: Highlight
  resolveLink: ResolveLink
  resolveImage: ResolveImage
}

/** A line that is longer does not fit a phone. */
const longLine = 36

/** Writes the parts of a page as HTML, and notes its headings and its faults on the way. */
export function pageRenderer(
  title: string,
  { highlight, resolveLink, resolveImage }: RenderOptions,
): { renderer: RendererObject; headings: Heading[]; faults: string[] } {
  const faults: string[] = []
  const headings: Heading[] = []
  const anchorOf = createAnchors(title)
  const renderer: RendererObject = {
    heading({ tokens, depth }) {
      const text = textOf(tokens)
      const id = anchorOf(text)
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
      if (!('fault' in resolved))
        return html`<img src="${resolved.src}" width="${resolved.width}" height="${resolved.height}" alt="${text}" loading="lazy" decoding="async">`.toString()
      faults.push(resolved.fault)
      return ''
    },
    table(table) {
      return tableHtml(table, headings.at(-1)?.text ?? '', this.parser)
    },
  }
  return { renderer, headings, faults }
}

/** A table in a group that scrolls, named by its columns, or by the heading above it. */
function tableHtml({ header, rows }: Tokens.Table, heading: string, parser: Parser): string {
  const isNamed = header.some(({ text }) => text !== '')
  const names = header.map(({ tokens }) => textOf(tokens)).filter(Boolean)
  // a header cell without a text says nothing: the row is left out, or its cell is an ordinary one
  const headCell = ({ tokens, text }: Tokens.TableCell) =>
    text === '' ? '<td></td>' : `<th scope="col">${parser.parseInline(tokens)}</th>`
  const head = isNamed ? `<thead><tr>${header.map(headCell).join('')}</tr></thead>` : ''
  const cell = ({ tokens }: Tokens.TableCell) => `<td>${parser.parseInline(tokens)}</td>`
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')
  return html`<div class="table" role="group" aria-label="${isNamed ? names.join(', ') : heading}" tabindex="0"><table data-columns="${header.length}">${raw(head)}<tbody>${raw(body)}</tbody></table></div>\n`.toString()
}
