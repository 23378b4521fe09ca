import type { Parser, RendererObject, Tokens } from 'marked'
import { createAnchors } from './headings.ts'
import type { Heading } from './headings.ts'
import type { Highlight } from './highlight.ts'
import { html, raw } from './html.ts'
import { textOf } from './sections.ts'

/**
 * Resolves a link of a file to its address on the site. `href` is undefined if the site does not
 * contain the target; the link then becomes text.
 */
export type ResolveLink = (href: string) => { href: string | undefined } | { fault: string }

/** Resolves an image of a file to its address on the site, and its size in pixels. */
export type ResolveImage = (
  href: string,
) => { src: string; width: number; height: number } | { fault: string }

/** How a page's code, links and images are rendered. */
export type RenderOptions = {
  highlight: Highlight
  resolveLink: ResolveLink
  resolveImage: ResolveImage
}

/** A line of code with more characters does not fit on a phone. */
const longLine = 36

/**
 * Creates the renderer that writes a page's HTML. It also collects the page's headings and faults.
 */
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
        // pictures have two pixels for each pixel of a page
        return html`<img src="${resolved.src}" width="${resolved.width / 2}" height="${resolved.height / 2}" alt="${text}" loading="lazy" decoding="async">`.toString()
      faults.push(resolved.fault)
      return ''
    },
    table(table) {
      return tableHtml(table, headings.at(-1)?.text ?? '', this.parser)
    },
  }
  return { renderer, headings, faults }
}

/**
 * Writes a table in a scrolling group. The group is named by the columns, or by the heading above.
 */
function tableHtml({ header, rows }: Tokens.Table, heading: string, parser: Parser): string {
  const isNamed = header.some(({ text }) => text !== '')
  const names = header.map(({ tokens }) => textOf(tokens)).filter(Boolean)
  // An empty header cell says nothing. If all are empty, the header row is left out; otherwise the
  // empty one becomes an ordinary cell.
  const headCell = ({ tokens, text }: Tokens.TableCell) =>
    text === '' ? '<td></td>' : `<th scope="col">${parser.parseInline(tokens)}</th>`
  const head = isNamed ? `<thead><tr>${header.map(headCell).join('')}</tr></thead>` : ''
  const cell = ({ tokens }: Tokens.TableCell) => `<td>${parser.parseInline(tokens)}</td>`
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')
  return html`<div class="table" role="group" aria-label="${isNamed ? names.join(', ') : heading}" tabindex="0"><table data-columns="${header.length}">${raw(head)}<tbody>${raw(body)}</tbody></table></div>\n`.toString()
}
