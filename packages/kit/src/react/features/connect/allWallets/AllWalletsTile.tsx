import { memo, useState } from 'react'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import type { GridItem } from '@latchkey/ui/scrolling/grid/VirtualGrid.tsx'
import { messages } from '../messages.ts'

type Props = GridItem & {
  wallet: Wallet
  /** The id of the connector, if the wallet is installed in this browser. */
  connectorId: string | undefined
  onChoose: (wallet: Wallet, index: number, connectorId: string | undefined) => void
}

/**
 * One wallet of the grid: its icon, its name on one line, and a mark if it is installed. `memo`
 * keeps it from rendering again while its props are the same.
 */
export const AllWalletsTile = memo(function Tile({
  wallet,
  connectorId,
  onChoose,
  index,
  isScrollingFast,
  ...item
}: Props) {
  const t = useMessages(messages)
  const [wasSeen, setSeen] = useState(!isScrollingFast)
  if (!isScrollingFast && !wasSeen) setSeen(true)
  return (
    <button
      type="button"
      className="wallet-tile"
      title={wallet.name}
      data-index={index}
      onClick={() => onChoose(wallet, index, connectorId)}
      {...item}
    >
      <span className="wallet-tile-icon">
        <Picture name={wallet.name} src={wasSeen ? wallet.image_url : undefined} size={52} />
        {connectorId && (
          <span className="wallet-tile-mark">
            <Icon name="check" />
          </span>
        )}
      </span>
      <span className="wallet-tile-name" dir="auto">
        {wallet.name}
      </span>
      {connectorId && <span className="visually-hidden">{t('installed')}</span>}
    </button>
  )
})

/** The placeholder of a wallet that is loading. */
export function AllWalletsSkeleton() {
  return (
    <span className="wallet-tile" data-skeleton="" aria-hidden="true">
      <span className="skeleton wallet-tile-icon" />
      <span className="skeleton wallet-tile-name" />
    </span>
  )
}
