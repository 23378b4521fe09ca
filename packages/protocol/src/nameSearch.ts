/**
 * Creates a function that searches rows by name. The best match comes first; equal matches stay in
 * the original order.
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
 * Returns the normalized name, and again its part from each further word on. Case, accents, spaces
 * and punctuation are ignored: `Crypto.com Wallet` gives cryptocomwallet, comwallet, wallet.
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
