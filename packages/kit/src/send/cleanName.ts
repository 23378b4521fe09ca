/** Characters of a name that are kept. */
const most = 255

/** A name of somebody else's making on one line, without control and direction marks; what joins a picture's parts stays. Undefined where nothing is left. */
export function cleanName(name: string): string | undefined {
  return name.slice(0, most).replace(/(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '').trim() || undefined
}
