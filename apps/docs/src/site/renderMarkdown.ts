import { Marked } from 'marked'
import type { Heading } from './headings.ts'
import { pageRenderer } from './pageRenderer.ts'
import type { RenderOptions } from './pageRenderer.ts'
import { sectionsOf, textOf } from './sections.ts'
import type { Section } from './sections.ts'

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
 * Makes a page's HTML from Markdown. Raw HTML in it is a fault, as are headings out of order, dead
 * links and images without alternative text.
 */
export function renderMarkdown(markdown: string, options: RenderOptions): Rendered {
  const marked = new Marked({ gfm: true })
  const tokens = marked.lexer(markdown)
  const [first] = tokens
  const heading = first?.type === 'heading' ? first : undefined
  const title = heading ? textOf(heading.tokens) : ''
  const rest = heading ? Object.assign(tokens.slice(1), { links: tokens.links }) : tokens
  const { renderer, headings, faults } = pageRenderer(title, options)
  if (heading?.depth !== 1) faults.push('it does not begin with a heading of level 1')
  if (tokens.filter((token) => token.type === 'heading' && token.depth === 1).length > 1)
    faults.push('it has more than one heading of level 1')
  const paragraph = rest.find(({ type }) => type === 'paragraph')
  marked.use({ renderer })
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
