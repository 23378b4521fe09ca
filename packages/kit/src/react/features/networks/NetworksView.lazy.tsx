import { useState } from 'react'
import { useMessages } from '../../i18n/useMessages.ts'
import { useFrame } from '../../modal/FrameContext.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button, IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SearchField } from '@latchkey/ui/search/SearchField.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import type { NetworkStatus } from '../../hooks/useNetwork.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { NetworkRow } from './NetworkRow.tsx'
import { useChooseNetwork } from './useChooseNetwork.ts'
import { useReachable } from './useReachable.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The list has a search field if it has at least this number of networks. */
const searchFrom = 6

/**
 * The site's networks. The current one is marked. If the wallet cannot switch to a network, its row
 * says so. A long list has a search field.
 */
export default function NetworksView() {
  const t = useMessages(messages)
  const router = useRouter()
  const { canGoBack } = useFrame()
  const { networks } = useNetwork()
  const [search, setSearch] = useState('')
  const found = networks.filter(({ network }) =>
    network.name.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const isLocked = contextOf(useKit()).options.enableNetworkSwitch === false

  const openHelp = () => router.push('WhatIsANetwork')

  return (
    <Screen
      title={t('title')}
      start={
        canGoBack ? undefined : (
          <IconButton aria-label={t('help')} onClick={openHelp}>
            <Icon name="help" />
          </IconButton>
        )
      }
    >
      {networks.length >= searchFrom && (
        <SearchField isTall label={t('search')} value={search} onChange={setSearch} />
      )}
      {isLocked && <p className="help">{t('lockedText')}</p>}
      {found.length === 0 && (
        <Notice
          icon="search"
          title={t('noneTitle')}
          action={<Button onClick={() => setSearch('')}>{t('clear')}</Button>}
        >
          {t('noneText', { search })}
        </Notice>
      )}
      <ul className="stack" aria-label={t('networks')}>
        {found.map((entry) => (
          <li key={entry.networkId}>
            <Entry network={entry} isLocked={isLocked} />
          </li>
        ))}
      </ul>
      {canGoBack && (
        <Button variant="quiet" onClick={openHelp}>
          {t('help')}
        </Button>
      )}
    </Screen>
  )
}

/**
 * A network of the list. A press chooses this network; while a wallet is connected, a press on the
 * current network closes the modal. `isLocked`: the site does not allow to switch.
 */
function Entry({
  network,
  isLocked,
}: {
  network: NetworkStatus['networks'][number]
  isLocked: boolean
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const choose = useChooseNetwork()
  const isReachable = useReachable()
  const isConnected = 'account' in useAccount()
  const { networkId } = network
  const isCurrent = networkId === useNetwork().networkId
  return (
    <NetworkRow
      network={network}
      isCurrent={isCurrent}
      isDisabled={isLocked && !isCurrent}
      reason={isCurrent || isReachable(networkId) ? undefined : t('notApproved')}
      onChoose={() => (isCurrent && isConnected ? kit.close() : choose(networkId))}
    />
  )
}
