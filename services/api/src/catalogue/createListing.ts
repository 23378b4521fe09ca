import { createNameSearch } from '@latchkey/protocol/nameSearch'
import type { WalletRow } from '@latchkey/protocol/walletList'
import shipped from '../../data/wallets.json' with { type: 'json' }
import { readEntry, type Entry } from './readEntry.ts'

/** A catalogue, prepared for queries. */
export type Listing = {
  /** The wallets in the catalogue's order. */
  entries: readonly Entry[]
  byId: ReadonlyMap<string, Entry>
  /** Finds wallets by a part of their name, the best match first. */
  search(text: string): readonly Entry[]
}

/** Maximum of wallets. Further wallets are left out. No known list has this many. */
const maxWallets = 20_000

/**
 * Makes a listing from the rows of a catalogue. Invalid rows and repeated ids are left out.
 * @param mayHavePicture whether a wallet without a drawing may have a picture that the service
 *   fetches. @default no wallet
 */
export function createListing(
  rows: readonly unknown[],
  mayHavePicture: (row: WalletRow) => boolean = () => false,
): Listing {
  // rows of another catalogue name no drawing, so drawings are also found by the wallet's name
  const icons = new Map(
    shipped.flatMap(
      // no address: a name
      ({ name, icon }) => (icon === null ? [] : [[name.trim().toLowerCase(), icon] as const]),
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
