import { useState } from 'react'
import { formatFiat, formatQuantity } from '../../../account/formatAmount.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { tokenSubject } from '@latchkey/ui/subject.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton, SkeletonRow } from '@latchkey/ui/Row.tsx'
import { VirtualList } from '@latchkey/ui/scrolling/list/VirtualList.tsx'
import type { ListPosition } from '@latchkey/ui/scrolling/list/VirtualList.tsx'
import { SearchField } from '@latchkey/ui/search/SearchField.tsx'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useRouter } from '../../router.ts'
import type { SwapViews } from '../index.ts'
import { useDraft, useSetDraft } from '../useDraft.ts'
import { useSwapTokens } from '../useSwapTokens.ts'
import type { ListedToken, SwapTokens } from '../useSwapTokens.ts'
import { messages } from './messages.ts'
import { suggestedOf } from './suggested.ts'
import css from './tokens.css?inline'
import { useTokenSearch } from './useTokenSearch.ts'

const [rowHeight, headingHeight] = [64, 44]

/**
 * The tokens for one side of the swap: suggested tokens, those in the account, all others, and a
 * search.
 */
export default function SwapSelectTokenView({
  params: { side },
}: {
  params: SwapViews['SwapSelectToken']
}) {
  useStyles(css)
  const t = useMessages(messages)
  const router = useRouter()
  const set = useSetDraft()
  const draft = useDraft()
  const [search, setSearch] = useState('')
  const listed = useSwapTokens()
  const { tokens, isPending, native } = listed
  const { found: matches, isSearching: isLookingUp, isAddress } = useTokenSearch(search, listed)
  const chosen = draft?.[side] ?? (side === 'from' ? native : undefined)

  function choose({ id, address, name, symbol, decimals, iconUrl, hasPermit }: ListedToken) {
    set({ [side]: { id, address, name, symbol, decimals, iconUrl, hasPermit } })
    router.back()
  }

  const isSearching = search.trim() !== ''
  const sections = isSearching
    ? [{ id: 'found', title: t('found'), items: matches }]
    : [
        { id: 'yours', title: t('yours'), items: ownedOf(tokens) },
        { id: 'all', title: t('all'), items: restOf(tokens) },
      ]
  const shown = sections.filter(({ items }) => items.length > 0)

  return (
    <Screen title={t('title')}>
      <SearchField isTall label={t('search')} value={search} onChange={setSearch} />
      {!isSearching && !isPending && (
        <Suggested tokens={suggestedOf(tokens)} chosen={chosen?.id} onChoose={choose} />
      )}
      {isPending || isLookingUp ? (
        <TokensSkeleton />
      ) : shown.length === 0 ? (
        <NoTokens search={search} isAddress={isAddress} onClear={() => setSearch('')} />
      ) : (
        <VirtualList
          key={isSearching ? 'found' : 'all'}
          sections={shown}
          rowHeight={rowHeight}
          headingHeight={headingHeight}
          start={-1}
          isOpen={false}
          onEndNear={undefined}
          renderItem={(token, position) => (
            <TokenRow
              token={token}
              position={position}
              currency={listed.currency}
              isChosen={token.id === chosen?.id}
              onChoose={choose}
            />
          )}
        />
      )}
    </Screen>
  )
}

const isOwned = ({ quantity }: ListedToken): boolean =>
  quantity !== undefined && /[1-9]/.test(quantity)

/** Returns the tokens in the account, the largest value first. */
const ownedOf = (tokens: readonly ListedToken[]) =>
  tokens.filter(isOwned).sort((a, b) => (b.value ?? 0) - (a.value ?? 0))

/** Returns the tokens that are not in the account, sorted by symbol. */
const restOf = (tokens: readonly ListedToken[]) =>
  tokens.filter((token) => !isOwned(token)).sort((a, b) => a.symbol.localeCompare(b.symbol))

const TokensSkeleton = () => (
  <div aria-busy="true">
    {[0, 1, 2, 3].map((row) => (
      <SkeletonRow key={row} plain />
    ))}
  </div>
)

/** The notice that the search found nothing. `isAddress`: the visitor searched for an address. */
function NoTokens({
  search,
  isAddress,
  onClear,
}: {
  search: string
  isAddress: boolean
  onClear: () => void
}) {
  const t = useMessages(messages)
  return (
    <Notice
      icon="search"
      title={t('noneTitle')}
      action={<Button onClick={onClear}>{t('clear')}</Button>}
    >
      {isAddress ? t('noneAddress') : t('noneText', { search })}
    </Notice>
  )
}

/** Buttons for tokens that visitors choose often. */
function Suggested({
  tokens,
  chosen,
  onChoose,
}: {
  tokens: readonly ListedToken[]
  chosen: string | undefined
  onChoose: (token: ListedToken) => void
}) {
  const t = useMessages(messages)
  if (tokens.length === 0) return null
  return (
    <ul className="token-chips" aria-label={t('suggested')}>
      {tokens.map((token) => (
        <li key={token.id}>
          <button
            type="button"
            className="token-chip"
            aria-current={token.id === chosen || undefined}
            onClick={() => onChoose(token)}
          >
            <Picture
              name={token.symbol}
              src={token.iconUrl}
              subject={tokenSubject(token)}
              size={20}
              shape="round"
            />
            <bdi>{token.symbol}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

type RowProps = {
  token: ListedToken
  position: ListPosition
  currency: SwapTokens['currency']
  isChosen: boolean
  onChoose: (token: ListedToken) => void
}

/**
 * A token with the account's balance. A token that is in no token list is marked and shows its
 * address.
 */
function TokenRow({ token, position, currency, isChosen, onChoose }: RowProps) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const { name, symbol, iconUrl, quantity, value, isUnverified, address } = token
  const holds = quantity !== undefined && isOwned(token)
  return (
    <RowButton
      {...position}
      icon={<Picture name={symbol} src={iconUrl} subject={tokenSubject(token)} shape="round" />}
      title={name || symbol}
      detail={isUnverified && address ? `${symbol} · ${truncateAddress(address)}` : symbol}
      end={
        isUnverified && !holds ? (
          <span className="token-strange">{t('unverified')}</span>
        ) : holds ? (
          formatQuantity(quantity, locale)
        ) : undefined
      }
      endDetail={
        isUnverified && holds ? (
          <span className="token-strange">{t('unverified')}</span>
        ) : holds && value !== undefined ? (
          formatFiat(value, locale, currency)
        ) : undefined
      }
      aria-current={isChosen || undefined}
      onClick={() => onChoose(token)}
    />
  )
}
