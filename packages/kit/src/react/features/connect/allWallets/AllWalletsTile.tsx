import { memo } from 'react'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import type { GridItem } from '@latchkey/ui/scrolling/grid/GridRow.tsx'
import { messages } from '../messages.ts'

type Props = GridItem & {
  wallet: Wallet
  /** Returns the id of the connector, if a wallet is installed in this browser. */
  installedAs: (wallet: Wallet) => string | undefined
  onChoose: (wallet: Wallet, index: number, connectorId: string | undefined) => void
}

/**
 * One wallet of the grid: its icon, its name on one line, and a mark if it is installed. `memo`
 * keeps it from rendering again while its props are the same.
 */
export const AllWalletsTile = memo(function Tile({
  wallet,
  installedAs,
  onChoose,
  index,
  isScrollingFast,
  ...item
}: Props) {
  const connectorId = installedAs(wallet)
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
        <Picture
          name={wallet.name}
          src={isScrollingFast ? undefined : wallet.image_url}
          size={52}
        />
        {connectorId && (
          <span className="wallet-tile-mark">
            <Icon name="check" />
          </span>
        )}
      </span>
      <span className="wallet-tile-name" dir="auto">
        {wallet.name}
      </span>
      {connectorId && <InstalledText />}
    </button>
  )
})

/** Says to screen readers what the mark shows. Most tiles have no mark, and so need no texts. */
function InstalledText() {
  const t = useMessages(messages)
  return <span className="visually-hidden">{t('installed')}</span>
}

/** The placeholder of a wallet that is loading. */
export function AllWalletsSkeleton() {
  return (
    <span className="wallet-tile" data-skeleton="" aria-hidden="true">
      <span className="skeleton wallet-tile-icon" />
      <span className="skeleton wallet-tile-name" />
    </span>
  )
}
