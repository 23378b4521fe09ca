import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import type { WalletGroupOption } from '../../core/options/options.ts'
import type { JoinedWallet, WalletGroup } from './joinWallets.ts'
import { pendingKey } from './pendingKey.ts'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'

/**
 * A row of the list of wallets. `key` stays the same as long as it is the same wallet. `groupName`
 * is the heading of the site's group that contains the row, undefined outside of groups. Rows of
 * one group follow each other.
 */
export type ConnectRow = {
  key: string
  group: WalletGroup | 'walletConnect' | 'all'
  groupName?: string
} & (
  | { kind: 'walletConnect' }
  /** A wallet in this browser, with one connector for each of its namespaces. */
  | {
      kind: 'connector'
      connectors: readonly [Connector, ...Connector[]]
      isRecent: boolean
      wallet: Wallet | undefined
      detail: string | undefined
    }
  /** A wallet outside this browser: an app, or not installed. */
  | { kind: 'wallet'; wallet: Wallet; isRecent: boolean; detail: string | undefined }
  /** The placeholder of a wallet that is loading. */
  | { kind: 'pending' }
  /** The row that leads to all other wallets. */
  | { kind: 'all'; count: number | undefined }
)

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
