import { memo, useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { isInputMethod } from '@latchkey/protocol/isInputMethod'
import { readDevice } from '../../../../core/page/device.ts'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { SearchField } from '@latchkey/ui/search/SearchField.tsx'
import { useLatest } from '@latchkey/ui/scrolling/useLatest.ts'
import { useWallets } from '../../../hooks/useWallets.ts'
import { useRouter } from '../../router.ts'
import { useConnectedElsewhere } from '../../useConnectedElsewhere.ts'
import css from './allWallets.css?inline'
import { allWalletsMessages } from './allWalletsMessages.ts'
import { AllWalletsResults } from './AllWalletsResults.tsx'
import type { ConnectViews } from '../index.ts'
import { storePlace } from './storePlace.ts'
import { useAllWallets } from './useAllWallets.ts'
import { useColumns } from './useColumns.ts'
import { useSearchText } from './useSearchText.ts'
import { useOpenConnector } from '../useOpenConnector.ts'

/**
 * All wallets of the catalogue, with a search field. `params` is the position in the list to which
 * the visitor returns.
 */
export default function AllWalletsView({ params: place }: { params: ConnectViews['AllWallets'] }) {
  useStyles(css)
  const t = useMessages(allWalletsMessages)
  useConnectedElsewhere()
  return (
    <Screen title={t('allTitle')}>
      <SearchedWallets place={place} />
    </Screen>
  )
}

/** The search field and the wallets. A typed letter renders only this part of the screen. */
function SearchedWallets({ place }: { place: ConnectViews['AllWallets'] }) {
  const t = useMessages(allWalletsMessages)
  const element = useRef<HTMLDivElement>(null)
  const columns = useColumns(element)
  const { setText, ...typed } = useSearchText(place?.search ?? '')
  const { text, search } = typed
  const [list, fetchMore, request] = useAllWallets(typed)
  const choose = useChoose(text)
  const input = () => element.current?.querySelector('input')
  const leave = useLatest(() => input()?.focus())
  const loadMore = useLatest(fetchMore)

  const clear = useLatest(() => {
    setText('')
    input()?.focus()
  })

  /**
   * Loads again. The pressed button disappears, so the focus moves to the text that reports the
   * outcome.
   */
  const retry = useLatest(() => {
    element.current?.querySelector<HTMLElement>('[role="status"]')?.focus()
    fetchMore()
  })

  function onChange(newText: string) {
    request(setText(newText)) // before the frame of the letter: the answer takes longer than it
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (isInputMethod(event.nativeEvent)) return
    if (event.target !== input()) focusField(event)
    else if (event.key === 'ArrowDown') focusGrid(event)
    else if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      setText('')
    }
  }

  const isSettled = list.status === 'success' && list.more !== 'pending'
  const isEmpty = isSettled && !search && list.count === 0
  useEffect(() => {
    if (isEmpty) element.current?.querySelector('button')?.focus()
  }, [isEmpty])
  return (
    <div
      role="presentation"
      className="all-wallets"
      data-empty={isEmpty || undefined}
      ref={element}
      onKeyDown={onKeyDown}
    >
      {!isEmpty && <SearchField label={t('allSearch')} value={text} onChange={onChange} />}
      <Outcome count={isSettled ? list.count : undefined} />
      <AllWalletsResults
        list={list}
        columns={columns}
        search={search}
        start={place?.search === text ? place.start : 0}
        onEndNear={loadMore}
        onRetry={retry}
        onChoose={choose}
        onClear={clear}
        onLeave={leave}
      />
    </div>
  )
}

/**
 * Announces the number of wallets to screen readers; `count` is undefined while they load. On a
 * phone this text gets the first focus instead of the search field, whose keyboard would cover the
 * wallets.
 */
const Outcome = memo(function Outcome({ count }: { count: number | undefined }) {
  const t = useMessages(allWalletsMessages)
  return (
    <p
      className="visually-hidden"
      role="status"
      tabIndex={-1}
      data-autofocus={readDevice().isPhone ? '' : undefined}
    >
      {count !== undefined && (count === 0 ? t('allNone') : t('allCount', { count }))}
    </p>
  )
})

/**
 * Returns the function that opens the screen of a wallet. It stores the position in the list first,
 * so that going back restores it.
 */
function useChoose(search: string) {
  const router = useRouter()
  const openConnector = useOpenConnector()
  const hasPhones = useWallets().some(({ type }) => type === 'walletConnect')
  return useLatest((wallet: Wallet, index: number, connectorId: string | undefined) => {
    storePlace(router, { search, start: index })
    if (connectorId) openConnector(connectorId)
    // a wallet without WalletConnect must be installed first
    else if (wallet.supports_wc === false || !hasPhones) router.push('Downloads', { wallet })
    else router.push('ConnectingWalletConnect', { wallet })
  })
}

/**
 * Moves the focus to the search field when a letter is typed in the grid. The field then gets the
 * letter.
 */
function focusField({ key, altKey, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLElement>) {
  if (isText(key) && !altKey && !ctrlKey && !metaKey) currentTarget.querySelector('input')?.focus()
}

/** Moves the focus from the search field into the grid. */
function focusGrid(event: KeyboardEvent<HTMLElement>) {
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>('.wallet-tile[tabindex="0"]')?.focus()
}

/** Whether a key enters text. A space does not count: it presses the focused control. */
function isText(key: string): boolean {
  return key === 'Backspace' || (key.length === 1 && key !== ' ')
}
