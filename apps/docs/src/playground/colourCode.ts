/** A piece of code, and the name of its colour, as in the code of the pages. */
export type Piece = { text: string; name?: 'c' | 's' | 'k' | 'n' }

const parts =
  /(?<c>\/\/[^\n]*)|(?<s>'(?:\\.|[^'\\\n])*'|"[^"\n]*")|(?<k>\b(?:import|from|export|const|as|typeof)\b|=>)|(?<n>\b(?:true|false|\d+)\b)/g

/** Splits the playground's code into coloured pieces: comments, strings, keywords, numbers. */
export function colourCode(code: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of code.matchAll(parts)) {
    const [name] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    if (match.index > end) pieces.push({ text: code.slice(end, match.index) })
    // these are the named groups of the expression above
    pieces.push({ text: match[0], name: name as NonNullable<Piece['name']> })
    end = match.index + match[0].length
  }
  return [...pieces, { text: code.slice(end) }]
}
