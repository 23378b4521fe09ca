import { memo, useCallback } from 'react'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { VirtualGrid } from '@latchkey/ui/scrolling/grid/VirtualGrid.tsx'
import type { GridItem } from '@latchkey/ui/scrolling/grid/GridRow.tsx'
import { useOnline } from '../../../hooks/useOnline.ts'
import { allWalletsMessages } from './allWalletsMessages.ts'
import { AllWalletsNotice } from './AllWalletsNotice.tsx'
import type { NoTiles } from './AllWalletsNotice.tsx'
import { AllWalletsSkeleton, AllWalletsTile } from './AllWalletsTile.tsx'
import type { AllWallets } from './useAllWallets.ts'
import { maxColumns } from './useColumns.ts'
import { useInstalled } from './useInstalled.ts'

type Props = {
  list: AllWallets
  search: string
  columns: number
  /** The index of the wallet to which the visitor returns; 0 at first. */
  start: number
  onEndNear: () => void
  onRetry: () => void
  onChoose: (wallet: Wallet, index: number, connectorId: string | undefined) => void
  onClear: () => void
  /** Called when the arrow key up leaves the first row of the grid. */
  onLeave: () => void
}

/** In CSS pixels: the height of a tile, 90, and the gap below it. */
const rowHeight = 94
/** The number of placeholder tiles for a page that is loading. */
const placeholders = 8
/** The rows that fit into the screen; the first render has only these. */
const firstRows = 6
const placeholder = <AllWalletsSkeleton />

/**
 * The content below the search field: the tiles, or the reason why there are none. `memo` keeps it
 * from rendering again for a letter that changes nothing in the list.
 */
export const AllWalletsResults = memo(function AllWalletsResults({
  list,
  search,
  columns,
  start,
  onEndNear,
  onRetry,
  onChoose,
  onClear,
  onLeave,
}: Props) {
  const t = useMessages(allWalletsMessages)
  const isOnline = useOnline()
  const installedAs = useInstalled()

  const renderItem = useCallback(
    (wallet: Wallet, item: GridItem) => (
      <AllWalletsTile wallet={wallet} installedAs={installedAs} onChoose={onChoose} {...item} />
    ),
    [installedAs, onChoose],
  )

  const reason = reasonOf(list, search, isOnline)
  if (reason)
    return <AllWalletsNotice reason={reason} search={search} onRetry={onRetry} onClear={onClear} />
  if (list.status !== 'success')
    return (
      <div className="all-wallets-skeleton" aria-busy="true">
        {Array.from({ length: firstRows * maxColumns }, (_, index) => (
          <AllWalletsSkeleton key={index} />
        ))}
      </div>
    )

  return (
    <VirtualGrid
      label={search ? t('allFound', { search }) : t('allTitle')}
      items={list.wallets}
      setSize={list.count}
      // not in a search, where they would come and go with each letter
      placeholders={!search && (list.more === 'pending' || list.more === 'idle') ? placeholders : 0}
      placeholder={placeholder}
      columns={columns}
      rowHeight={rowHeight}
      firstRows={firstRows}
      start={start}
      listId={search}
      onEndNear={list.more === 'idle' ? onEndNear : undefined}
      onLeave={onLeave}
      renderItem={renderItem}
    >
      {list.more === 'failed' && (
        <div className="all-wallets-more">
          <p>{t(isOnline ? 'allMoreFailed' : 'offlineTitle')}</p>
          <Button onClick={onRetry}>{t('retry')}</Button>
        </div>
      )}
    </VirtualGrid>
  )
})

/** Returns why there are no tiles; undefined if there are tiles, or while they load. */
function reasonOf(list: AllWallets, search: string, isOnline: boolean): NoTiles | undefined {
  if (list.status !== 'success' && !isOnline) return 'offline'
  if (list.status === 'failed') return 'failed'
  if (list.status === 'pending' || list.wallets.length > 0) return undefined
  return search ? 'notFound' : 'empty'
}
