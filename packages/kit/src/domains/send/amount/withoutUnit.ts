/** Invisible direction marks, which the modal's figures and pasted texts may contain. */
export const directionMarks = /[\u200e\u200f\u061c\u2066-\u2069]/g

/**
 * Removes the unit at the start or the end of a text, or two notations of the unit at both ends
 * (`$5 USD`). Any other unit stays, and makes the number invalid.
 * @param units all notations of the unit, the longest first: a shorter one may be its end (`$` and
 *   `US$`)
 * @param isApart whether a space must separate the unit from the number, because the unit has
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
