const quote = 34 // "
const backslash = 92

/**
 * Finds the digits of the number `id` at the top level of a JSON object. `JSON.parse` would read
 * the number as a double, which cannot hold 19 digits. If there are several `id`, the last counts,
 * as with `JSON.parse`.
 * @param text valid JSON: the caller has parsed it before
 */
export function rawIdIn(text: string): string | undefined {
  let depth = 0
  let found: string | undefined
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (character === quote) {
      const end = endOfText(text, index)
      if (depth === 1 && end - index === 3 && text.startsWith('id', index + 1))
        found = numberAfter(text, end + 1) ?? found
      index = end
    } else if (character === 123 || character === 91)
      depth += 1 // { [
    else if (character === 125 || character === 93) depth -= 1 // } ]
  }
  return found
}

function endOfText(text: string, start: number): number {
  let index = start + 1
  while (text.charCodeAt(index) !== quote) index += text.charCodeAt(index) === backslash ? 2 : 1
  return index
}

/** The digits of a number after a colon; undefined when the value is not such a number. */
function numberAfter(text: string, index: number): string | undefined {
  const match = /\s*:\s*(\d+)\s*[,}]/y
  match.lastIndex = index
  return match.exec(text)?.[1]
}
