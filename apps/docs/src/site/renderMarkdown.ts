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
  /** The HTML of everything after the heading of level 1. */
  body: string
  headings: readonly Heading[]
  sections: readonly Section[]
  /** What is wrong with the file, one sentence for each fault. */
  faults: readonly string[]
}

/**
 * Renders Markdown as a page's HTML. It reports as faults: HTML in the Markdown, headings that skip
 * a level, dead links, and images without an alternative text.
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
