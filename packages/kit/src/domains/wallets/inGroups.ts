import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import type { WalletGroupOption } from '../../core/options/options.ts'
import type { ConnectRow } from './connectRows.ts'
import type { JoinedWallet } from './joinWallets.ts'
import { pendingKey } from './pendingKey.ts'

/**
 * Sorts the rows: first the rows of the site's own groups, in the order of the groups and of the
 * ids in them, then all other rows. A row that belongs to several groups is in the first of them.
 */
export function inGroups(
  rows: readonly ConnectRow[],
  wallets: readonly JoinedWallet[],
  groups: readonly WalletGroupOption[],
): readonly ConnectRow[] {
  const places = groups.flatMap(({ name, walletIds }) =>
    walletIds.map((id) => ({
      groupName: name,
      matches: createIdMatcher([id, pendingKey('featured', id)]),
    })),
  )
  const namesOf = ({ key }: ConnectRow) =>
    wallets.find((wallet) => wallet.key === key)?.names ?? [{ id: key, name: key }]
  const placed = rows.map((row) => {
    const names = namesOf(row)
    return { row, place: places.findIndex(({ matches }) => names.some(matches)) }
  })
  const own = placed.filter(({ place }) => place >= 0).sort((a, b) => a.place - b.place)
  return [
    ...own.map(({ row, place }) => ({ ...row, groupName: places[place]?.groupName })),
    ...placed.flatMap(({ row, place }) => (place < 0 ? row : [])),
  ]
}
