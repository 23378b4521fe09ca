/**
 * Makes a search over rows by their names: best match first, equal matches in the original order.
 */
export function createNameSearch<row extends { name: string }>(
  rows: readonly row[],
): (search: string) => readonly row[] {
  const known = rows.map((row) => ({ row, starts: startsOf(row.name) }))
  return (search) => {
    const [wanted] = startsOf(search)
    if (!wanted) return []
    const found: [row[], row[], row[]] = [[], [], []]
    for (const { row, starts } of known) {
      const [whole = ''] = starts
      if (whole.startsWith(wanted)) found[0].push(row)
      else if (starts.some((start) => start.startsWith(wanted))) found[1].push(row)
      else if (whole.includes(wanted)) found[2].push(row)
    }
    return found.flat()
  }
}

/**
 * The normalized name, from its beginning and from each further word. Case, accents, spaces and
 * punctuation do not matter: `Crypto.com Wallet` gives cryptocomwallet, comwallet, wallet.
 */
function startsOf(name: string): readonly string[] {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((_, index) => words.slice(index).join(''))
}
