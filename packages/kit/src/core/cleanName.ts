/** Characters of a name that are kept. */
const most = 255

/** An untrusted name on one line, without control and direction marks; the zero-width joiner of emoji stays. Undefined if nothing is left. */
export function cleanName(name: string): string | undefined {
  return name.slice(0, most).replace(/(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '').trim() || undefined
}
