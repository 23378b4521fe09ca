/** Characters that are not seen, or change the order of what is seen: controls, bidi marks, zero-width, tags, unassigned. */
export const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu

/** A foreign name as one short line without hidden characters; undefined when nothing is left. */
export function cleanName(name: string, most = 64): string | undefined {
  const clean = name.replace(hidden, '').replace(/\s+/g, ' ').trim()
  const letters = [...clean]
  return letters.length === 0 ? undefined : letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : clean
}
