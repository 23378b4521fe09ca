/**
 * The beginning of a text, of at most `max` characters (code points). No letter, emoji or flag is
 * cut in two.
 */
export function cutText(text: string, max: number): string {
  let left = max
  let end = 0
  for (const sign of signsOf(text)) {
    left -= Array.from(sign).length
    if (left < 0) break
    end += sign.length
  }
  return text.slice(0, end)
}

/** The graphemes of a text. Browsers without `Intl.Segmenter` count code points. */
const signsOf = (text: string): Iterable<string> =>
  'Segmenter' in Intl
    ? Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
    : text
