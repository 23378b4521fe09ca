/** Direction marks, which shown figures and pasted texts may have. */
export const directionMarks = /[\u200e\u200f\u061c\u2066-\u2069]/g

/**
 * Removes the unit at the start or the end of a text, or two notations of it at both (`$5 USD`).
 * Any other unit stays, and makes the number invalid.
 * @param units all notations, the longest first: one may be the end of another (`US$`)
 * @param isApart whether a unit counts only if a space separates it from the number, because it has
 *   digits or separators itself
 */
export function withoutUnit(text: string, units: readonly string[], isApart = false): string {
  const plain = text.replace(directionMarks, '').trim()
  const isSame = (part: string, unit: string) => part.toLowerCase() === unit.toLowerCase()
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
