import { useLayoutEffect, useRef } from 'react'
import type { Nft } from '../../../../domains/nfts/getNfts.lazy.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { VirtualGrid } from '@latchkey/ui/scrolling/grid/VirtualGrid.tsx'
import { useLatest } from '@latchkey/ui/scrolling/useLatest.ts'
import { useWidth } from '@latchkey/ui/scrolling/grid/useWidth.ts'
import { messages as accountMessages } from '../messages.ts'
import { messages } from './messages.ts'
import { NftSkeleton, NftTile } from './NftTile.tsx'

type Props = {
  nfts: readonly Nft[]
  next: 'idle' | 'pending' | 'failed' | 'none'
  /** The index of the NFT to which the visitor returns; -1 if there is none. */
  start: number
  /** Identifies the list; a new value scrolls back to its start. */
  listId: string
  onNext: () => void
  onChoose: (nft: Nft, index: number) => void
}

/**
 * In CSS pixels: the gap between two tiles, and the height of the two text lines below a picture.
 */
const gap = 12
const textHeight = 48
/** The minimum width of a tile, in CSS pixels. */
const minWidth = 140
/** The number of placeholder tiles for a page that is loading. */
const placeholders = 2

/** The grid of NFTs, with as many columns as fit. Only visible rows are drawn. */
export function NftGrid({ nfts, next, start, listId, onNext, onChoose }: Props) {
  const t = useMessages(messages)
  const account = useMessages(accountMessages)
  const ref = useRef<HTMLDivElement>(null)
  const width = useWidth(ref)
  const isReady = width > 0
  const wasRevealed = useRef(false)
  useLayoutEffect(() => {
    if (!isReady || wasRevealed.current) return // a grid that is shown again takes no focus
    wasRevealed.current = true
    if (start >= 0)
      ref.current
        ?.querySelector<HTMLElement>(`[data-index="${start}"]`)
        ?.focus({ preventScroll: true })
  }, [isReady, start])
  const columns = Math.max(2, Math.floor((width + gap) / (minWidth + gap)))
  const rowHeight = Math.floor((width - gap * (columns - 1)) / columns) + textHeight + gap
  const choose = useLatest(onChoose)
  return (
    <div className="nft-grid" ref={ref}>
      {isReady && (
        <VirtualGrid
          isInline
          label={account('nfts')}
          items={nfts}
          setSize={next === 'none' ? nfts.length : -1}
          placeholders={next === 'pending' || next === 'idle' ? placeholders : 0}
          placeholder={<NftSkeleton />}
          columns={columns}
          rowHeight={rowHeight}
          start={Math.max(0, start)}
          listId={listId}
          onEndNear={next === 'idle' ? onNext : undefined}
          onLeave={() => {}}
          renderItem={(nft, item) => <NftTile nft={nft} onChoose={choose} {...item} />}
        />
      )}
      {next === 'failed' && (
        <div className="nfts-more">
          <p>{t('moreFailed')}</p>
          <Button onClick={onNext}>{t('retry')}</Button>
        </div>
      )}
    </div>
  )
}
