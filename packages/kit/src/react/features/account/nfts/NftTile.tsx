import { memo } from 'react'
import type { Nft } from '../../../../domains/nfts/getNfts.lazy.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import type { GridItem } from '@latchkey/ui/scrolling/grid/GridRow.tsx'
import { formatCopies } from './formatCopies.ts'
import { NftPicture } from './NftPicture.tsx'

type Props = GridItem & { nft: Nft; onChoose: (nft: Nft, index: number) => void }

/**
 * One NFT of the grid: its picture, name and collection, and the number of copies if there are
 * several.
 */
export const NftTile = memo(function Tile({
  nft,
  onChoose,
  index,
  isScrollingFast,
  ...item
}: Props) {
  const locale = useFormatLocale()
  const { name, collection, amount, picture } = nft
  return (
    <button
      type="button"
      className="nft-tile"
      data-index={index}
      onClick={() => onChoose(nft, index)}
      {...item}
    >
      <span className="nft-frame">
        <NftPicture name={name} src={isScrollingFast ? undefined : picture} />
        {amount !== '1' && <span className="nft-count">{formatCopies(amount, locale)}</span>}
      </span>
      <span className="nft-name" dir="auto">
        {name}
      </span>
      <span className="nft-collection" dir="auto">
        {collection.name === name ? '' : collection.name}
      </span>
    </button>
  )
})

/** The placeholder of an NFT that is loading. */
export function NftSkeleton() {
  return (
    <span className="nft-tile" data-skeleton="" aria-hidden="true">
      <span className="nft-frame skeleton" />
      <span className="nft-name">
        <span className="skeleton" data-shape="title" />
      </span>
      <span className="nft-collection">
        <span className="skeleton" data-shape="detail" />
      </span>
    </span>
  )
}
