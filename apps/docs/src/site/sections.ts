import type { Token, Tokens } from 'marked'
import type { Heading } from './headings.ts'

/** A part of a page that the search finds: its heading, and all text until the next heading. */
export type Section = { id: string; heading: string; text: string }

/** Returns the plain text of Markdown. */
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

/**
 * Returns the parts of a page that the search finds, including the part before the first heading.
 */
export function sectionsOf(
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
    const { header, rows } = token as Tokens.Table // its `type` says so
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
