import { createNameSearch } from '@latchkey/protocol/nameSearch'
import type { WalletRow } from '@latchkey/protocol/walletList'
import shipped from '../../data/wallets.json' with { type: 'json' }
import { readEntry, type Entry } from './readEntry.ts'

/** A catalogue, ready to be queried. */
export type Listing = {
  /** The wallets in their order. */
  entries: readonly Entry[]
  byId: ReadonlyMap<string, Entry>
  /** Finds wallets by a part of their name, the best match first. */
  search(text: string): readonly Entry[]
}

/** Max number of wallets. Further wallets are left out; no known list has as many. */
const maxWallets = 20_000

/**
 * Reads a catalogue row by row. Invalid rows and repeated ids are left out.
 * @param mayHavePicture whether a wallet without a drawing may have a fetched picture
 * @default no wallet
 */
export function createListing(
  rows: readonly unknown[],
  mayHavePicture: (row: WalletRow) => boolean = () => false,
): Listing {
  // another catalogue may not know the names of the drawings
  const icons = new Map(
    shipped.flatMap(({ name, icon }) =>
      icon === null ? [] : [[name.trim().toLowerCase(), icon] as const],
    ),
  )
  const byId = new Map<string, Entry>()
  rows.slice(0, maxWallets).forEach((row, index) => {
    const entry = readEntry(row, index + 1, icons)
    if (!entry || byId.has(entry.row.id)) return
    byId.set(entry.row.id, entry)
    if (mayHavePicture(entry.row)) entry.row.image_id ??= entry.row.id
  })
  const entries = [...byId.values()].sort((a, b) => (a.row.order ?? 0) - (b.row.order ?? 0))
  return { entries, byId, search: createNameSearch(entries) }
}
