import { useEffect, useMemo, useState } from 'react'
import type { Nft } from '../../../../domains/nfts/getNfts.lazy.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { defineMemory } from '../../../router/memory.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SwitchRow } from '@latchkey/ui/switch/SwitchRow.tsx'
import { useNetwork } from '../../../hooks/useNetwork.ts'
import { useNfts } from '../../../hooks/useNfts.ts'
import { useRouter } from '../../router.ts'
import { messages } from './messages.ts'
import css from './nfts.css?inline'
import { NftGrid } from './NftGrid.tsx'
import { NftSkeleton } from './NftTile.tsx'

/** The visitor's position in the grid when a detail was opened. */
const storedPosition = defineMemory({ index: -1, withSpam: false })

/**
 * Spam is hidden, so a page may show few NFTs. Further pages are loaded by themselves until this
 * many NFTs are shown; then the visitor has to scroll.
 */
const minShown = 6
/** The maximum number of NFTs, hidden or shown, that are loaded by themselves in this way. */
const maxLoadedForSearch = 300

/**
 * The NFTs of the account, or the reason why none are shown. Likely spam is hidden until the
 * visitor turns a switch on.
 */
export default function NftsTab() {
  useStyles(css)
  const t = useMessages(messages)
  const router = useRouter()
  const network = useNetwork().network?.name ?? ''
  const answer = useNfts()
  const [position] = useState(() => router.recall(storedPosition))
  const [withSpam, setWithSpam] = useState(position.withSpam)
  const { fetchNext } = answer
  const data = 'data' in answer ? answer.data : undefined
  const shown = useMemo(
    () => data?.filter(({ isSpam }) => withSpam || !isSpam) ?? [],
    [data, withSpam],
  )

  useEnoughShown(answer, shown.length)

  function show(nft: Nft, index: number) {
    router.remember(storedPosition, { index, withSpam })
    router.push('Nft', { nft })
  }

  if (answer.status === 'pending') return <NftsSkeleton />
  if (answer.status === 'unsupported')
    return (
      <Notice icon="info" title={t('unsupportedTitle')}>
        {t('unsupportedText', { network })}
      </Notice>
    )
  if (answer.status === 'error')
    return (
      <Notice
        icon="warning"
        title={t('failedTitle')}
        action={<Button onClick={fetchNext}>{t('retry')}</Button>}
      >
        {t('failedText')}
      </Notice>
    )
  const spam = answer.data.filter(({ isSpam }) => isSpam).length
  const isEmpty = shown.length === 0 && answer.next === 'none'
  return (
    <div className="nfts">
      {isEmpty ? (
        <Notice icon="grid" title={t('emptyTitle')}>
          {t('emptyText', { network })}
        </Notice>
      ) : (
        <NftGrid
          nfts={shown}
          next={answer.next}
          start={position.index}
          listId={String(withSpam)}
          onNext={fetchNext}
          onChoose={show}
        />
      )}
      {spam > 0 && (
        <SwitchRow label={t('spam', { count: spam })} isOn={withSpam} onChange={setWithSpam} />
      )}
    </div>
  )
}

/**
 * Loads further pages until enough NFTs are shown. The effect runs after each render; while a page
 * loads, `next` is not `idle`, so no second load starts.
 */
function useEnoughShown(answer: ReturnType<typeof useNfts>, shown: number): void {
  const isWanted =
    answer.status === 'success' &&
    answer.next === 'idle' &&
    shown < minShown &&
    answer.data.length < maxLoadedForSearch
  useEffect(() => {
    if (isWanted) answer.fetchNext()
  })
}

const NftsSkeleton = () => (
  <div className="nfts-skeleton" aria-busy="true">
    {[0, 1, 2, 3].map((tile) => (
      <NftSkeleton key={tile} />
    ))}
  </div>
)
