import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { isInputMethod } from '@latchkey/protocol/isInputMethod'
import { readDevice } from '../../../../core/page/device.ts'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { SearchField } from '@latchkey/ui/search/SearchField.tsx'
import { useLatest } from '@latchkey/ui/scrolling/useLatest.ts'
import { useWidth } from '@latchkey/ui/scrolling/grid/useWidth.ts'
import { useWallets } from '../../../hooks/useWallets.ts'
import { useRouter } from '../../router.ts'
import { useConnectedElsewhere } from '../../useConnectedElsewhere.ts'
import css from './allWallets.css?inline'
import { allWalletsMessages } from './allWalletsMessages.ts'
import { AllWalletsResults } from './AllWalletsResults.tsx'
import type { ConnectViews } from '../index.ts'
import { storePlace } from './storePlace.ts'
import { useAllWallets } from './useAllWallets.ts'
import { useOpenConnector } from '../useOpenConnector.ts'

/**
 * All wallets of the catalogue, with a search. `params` is the position in the list to return to.
 */
export default function AllWalletsView({ params: place }: { params: ConnectViews['AllWallets'] }) {
  useStyles(css)
  const t = useMessages(allWalletsMessages)
  const router = useRouter()
  const openConnector = useOpenConnector()
  useConnectedElsewhere()
  const element = useRef<HTMLDivElement>(null)
  const width = useWidth(element)
  const [text, setText] = useState(place?.search ?? '')
  const { search, fetchMore, ...list } = useAllWallets(text)
  const hasPhones = useWallets().some(({ type }) => type === 'walletConnect')
  const input = () => element.current?.querySelector('input')

  const choose = useLatest((wallet: Wallet, index: number, connectorId: string | undefined) => {
    storePlace(router, { search: text, start: index })
    if (connectorId) openConnector(connectorId)
    // a wallet without WalletConnect must be installed first
    else if (wallet.supports_wc === false || !hasPhones) router.push('Downloads', { wallet })
    else router.push('ConnectingWalletConnect', { wallet })
  })

  function clear() {
    setText('')
    input()?.focus()
  }

  /**
   * Retries. The pressed button disappears, so the focus moves to the element that reports the
   * outcome.
   */
  function retry() {
    element.current?.querySelector<HTMLElement>('[role="status"]')?.focus()
    fetchMore()
  }

  /**
   * Arrow down moves the focus from the field into the grid. A character typed in the grid is
   * entered in the field.
   */
  function onKeyDown(event: KeyboardEvent) {
    if (isInputMethod(event.nativeEvent)) return
    const { key, target, altKey, ctrlKey, metaKey } = event
    if (target !== input()) {
      if (isText(key) && !altKey && !ctrlKey && !metaKey) input()?.focus()
    } else if (key === 'ArrowDown') {
      event.preventDefault()
      element.current?.querySelector<HTMLElement>('.wallet-tile[tabindex="0"]')?.focus()
    } else if (key === 'Escape' && text !== '') {
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
    <Screen title={t('allTitle')}>
      <div
        role="presentation"
        className="all-wallets"
        data-empty={isEmpty || undefined}
        ref={element}
        onKeyDown={onKeyDown}
      >
        {!isEmpty && <SearchField label={t('allSearch')} value={text} onChange={setText} />}
        {/* not focused on a phone, where the keyboard would cover the wallets */}
        <p
          className="visually-hidden"
          role="status"
          tabIndex={-1}
          data-autofocus={readDevice().isPhone ? '' : undefined}
        >
          {isSettled && (list.count === 0 ? t('allNone') : t('allCount', { count: list.count }))}
        </p>
        <AllWalletsResults
          list={list}
          width={width}
          search={search}
          start={place?.search === text ? place.start : 0}
          onEndNear={fetchMore}
          onRetry={retry}
          onChoose={choose}
          onClear={clear}
          onLeave={() => input()?.focus()}
        />
      </div>
    </Screen>
  )
}

/** Whether a key enters text. A space presses the focused control instead. */
function isText(key: string): boolean {
  return key === 'Backspace' || (key.length === 1 && key !== ' ')
}
