/** Marks of direction, which figures on the screen and pasted texts have or lack. */
export const directionMarks = /[\u200e\u200f\u061c\u2066-\u2069]/g

/**
 * A text without the unit that stands at its beginning, its end, or, in two spellings (`$5 USD`),
 * at both. Any other unit stays, and is no part of a number.
 * @param units all spellings, the longest first: one may be the end of another (`US$`)
 * @param isApart whether a unit counts only where a space parts it from the number, because it has
 *   digits or separators itself
 */
export function withoutUnit(text: string, units: readonly string[], isApart = false): string {
  const plain = text.replace(directionMarks, '').trim()
  const isSame = (one: string, unit: string) => one.toLowerCase() === unit.toLowerCase()
  const first = units.find(
    (unit) =>
      isSame(plain.slice(0, unit.length), unit) &&
      (!isApart || /^\s/.test(plain.slice(unit.length))),
  )
  const rest = plain.slice(first?.length ?? 0)
  const last = units.find(
    (unit) =>
      unit !== first &&
      isSame(rest.slice(-unit.length), unit) &&
      (!isApart || /\s$/.test(rest.slice(0, -unit.length))),
  )
  return last === undefined ? rest : rest.slice(0, -last.length)
}
