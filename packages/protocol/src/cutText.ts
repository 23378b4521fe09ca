/**
 * Returns the beginning of a text, at most `max` characters (code points). It never cuts inside a
 * letter, an emoji or a flag.
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

/** Returns the graphemes of a text. A browser without `Intl.Segmenter` gets the code points. */
function* signsOf(text: string): Iterable<string> {
  if (!('Segmenter' in Intl)) return yield* text
  // one after another: a long text is segmented only up to the cut
  for (const { segment } of new Intl.Segmenter('en').segment(text)) yield segment
}
