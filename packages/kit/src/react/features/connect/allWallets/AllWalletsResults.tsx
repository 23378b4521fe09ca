import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { VirtualGrid } from '@latchkey/ui/scrolling/grid/VirtualGrid.tsx'
import { useOnline } from '../../../hooks/useOnline.ts'
import { allWalletsMessages } from './allWalletsMessages.ts'
import { AllWalletsNotice } from './AllWalletsNotice.tsx'
import type { NoTiles } from './AllWalletsNotice.tsx'
import { AllWalletsSkeleton, AllWalletsTile } from './AllWalletsTile.tsx'
import type { AllWallets } from './useAllWallets.ts'
import { useInstalled } from './useInstalled.ts'

type Props = {
  list: AllWallets
  search: string
  /** The width of the grid in CSS pixels; 0 until it is known. */
  width: number
  /** The index of the wallet to which the visitor returns; 0 at first. */
  start: number
  onEndNear: () => void
  onRetry: () => void
  onChoose: (wallet: Wallet, index: number, connectorId: string | undefined) => void
  onClear: () => void
  /** Called when the arrow key up leaves the first row of the grid. */
  onLeave: () => void
}

const maxColumns = 4
/**
 * In CSS pixels: the minimum width of a tile, and the horizontal padding of the grid. The CSS of
 * the skeleton has the same values.
 */
const minWidth = 64
const margins = 24
/** In CSS pixels: the height of a tile, 90, and the gap below it. */
const rowHeight = 94
/** The number of placeholder tiles for a page that is loading. */
const placeholders = 8
/** The number of placeholder tiles for the first page. */
const firstPlaceholders = 24

/** The content below the search field: the tiles, or the reason why there are none. */
export function AllWalletsResults({
  list,
  search,
  width,
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

  const reason = reasonOf(list, search, isOnline)
  if (reason)
    return <AllWalletsNotice reason={reason} search={search} onRetry={onRetry} onClear={onClear} />
  if (list.status !== 'success')
    return (
      <div className="all-wallets-skeleton" aria-busy="true">
        {Array.from({ length: firstPlaceholders }, (_, index) => (
          <AllWalletsSkeleton key={index} />
        ))}
      </div>
    )

  // the first row depends on the number of columns, which depends on the width
  if (width === 0) return null
  const columns = Math.max(1, Math.min(maxColumns, Math.floor((width - margins) / minWidth)))
  return (
    <VirtualGrid
      label={search ? t('allFound', { search }) : t('allTitle')}
      items={list.wallets}
      setSize={list.count}
      placeholders={list.more === 'pending' || list.more === 'idle' ? placeholders : 0}
      placeholder={<AllWalletsSkeleton />}
      columns={columns}
      rowHeight={rowHeight}
      start={start}
      listId={search}
      onEndNear={list.more === 'idle' ? onEndNear : undefined}
      onLeave={onLeave}
      renderItem={(wallet, item) => (
        <AllWalletsTile
          wallet={wallet}
          connectorId={installedAs(wallet)}
          onChoose={onChoose}
          {...item}
        />
      )}
    >
      {list.more === 'failed' && (
        <div className="all-wallets-more">
          <p>{t(isOnline ? 'allMoreFailed' : 'offlineTitle')}</p>
          <Button onClick={onRetry}>{t('retry')}</Button>
        </div>
      )}
    </VirtualGrid>
  )
}

/** Returns why there are no tiles; undefined if there are tiles, or while they load. */
function reasonOf(list: AllWallets, search: string, isOnline: boolean): NoTiles | undefined {
  if (list.status !== 'success' && !isOnline) return 'offline'
  if (list.status === 'failed') return 'failed'
  if (list.status === 'pending' || list.wallets.length > 0) return undefined
  return search ? 'notFound' : 'empty'
}
