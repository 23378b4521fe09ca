import { useState } from 'react'
import { addressGroups } from '@latchkey/protocol/addressGroups'
import type { NetworkId } from '@latchkey/protocol/caip'
import { hasCoins } from '../../../core/accounts/coinNetworkOf.ts'
import type { AccountPurpose } from '../../../core/accounts/sharedAccount.ts'
import type { Account } from '../../../core/kit/state.ts'
import { directionOf } from '../../../core/options/locale.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { formatExact } from '../../account/formatExact.ts'
import { imageUrl } from '../../imageUrl.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { CopyIcon } from '@latchkey/ui/CopyIcon.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { QrCode } from '@latchkey/ui/code/QrCode.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useCopy } from '../../hooks/useCopy.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { usePainted } from '../../hooks/usePainted.ts'
import { Tabs, tabIdOf } from '@latchkey/ui/tabs/Tabs.tsx'
import { RequestAmount } from './RequestAmount.tsx'
import { messages } from './messages.ts'
import css from './receive.css?inline'
import { useCode } from './useCode.ts'
import { usePaymentRequest } from './usePaymentRequest.ts'

/** The id of the panel that the tabs of the addresses control. */
const panelId = 'receive-panel'

// The code of the first requests comes with the screen. If it fails to load, they load it again.
import('../../../domains/receive/codeText.lazy.ts').catch(() => {})

/**
 * Shows the address as a QR code and as text. The visitor can add an amount to request. If the
 * wallet has an address for each purpose, tabs choose one of them.
 */
export default function WalletReceiveView() {
  useStyles(css)
  const t = useMessages(messages)
  const session = useAccount()
  const account = 'account' in session ? session.account : undefined
  const [purpose, setPurpose] = useState<AccountPurpose>()
  const parts = account ? partsOf(account) : []
  const part = parts.find((entry) => entry.purpose === purpose) ?? parts[0]

  // After a disconnection this screen is empty until the modal shows another one.
  if (!account) return <Screen title={t('title')}>{null}</Screen>

  if (!part)
    return (
      <Screen title={t('title')}>
        <div className="receive">
          <Payments address={account.address} account={account} />
        </div>
      </Screen>
    )
  return (
    <Screen title={t('title')}>
      <Tabs
        label={t('addresses')}
        tabs={parts.map((entry) => ({ id: entry.purpose, text: t(entry.purpose) }))}
        selected={part.purpose}
        onSelect={setPurpose}
        panelId={panelId}
      />
      <div
        className="receive"
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabIdOf(panelId, part.purpose)}
      >
        {part.purpose === 'payment' ? (
          <Payments address={part.address} account={account} />
        ) : (
          <Collectibles address={part.address} networkId={account.networkId} />
        )}
        <p className="receive-note">{t('sharedOnly')}</p>
      </div>
    </Screen>
  )
}

/** The first address of each purpose. Empty if the wallet's addresses have one purpose. */
function partsOf({
  allAccounts,
}: Account): readonly { address: string; purpose: AccountPurpose }[] {
  const parts = (['payment', 'ordinals'] as const).flatMap((purpose) => {
    const found = allAccounts.find((entry) => entry.purpose === purpose)
    return found ? [{ address: found.address, purpose }] : []
  })
  return parts.length > 1 ? parts : []
}

/** An address for payments, with the fields for an amount. */
function Payments({ address, account }: { address: string; account: Account }) {
  const t = useMessages(messages)
  const request = usePaymentRequest()
  const { text, setText, tokens, token, setTokenId, link, isRefused } = request
  const label = useCodeLabel(request)
  const code = useCode(account.networkId, link ?? address)
  const isPainted = usePainted()
  return (
    <>
      <div className="receive-code">
        <QrCode text={isPainted ? code : undefined} label={label} />
      </div>
      <GroupedAddress address={address} />
      <Actions uri={link ?? address} isLink={link !== undefined} />
      {text === undefined ? (
        <Button variant="quiet" onClick={() => setText('')}>
          {t('ask')}
        </Button>
      ) : (
        <RequestAmount
          text={text}
          isInvalid={isRefused}
          tokens={tokens}
          tokenId={token?.id}
          onText={setText}
          onToken={setTokenId}
        />
      )}
      <ValidNetworks
        namespace={account.namespace}
        isLink={link !== undefined}
        isRefused={isRefused}
      />
    </>
  )
}

/** An address for collectibles. */
function Collectibles({ address, networkId }: { address: string; networkId: NetworkId }) {
  const t = useMessages(messages)
  const code = useCode(networkId, address)
  const isPainted = usePainted()
  return (
    <>
      <div className="receive-code">
        <QrCode text={isPainted ? code : undefined} label={t('code')} />
      </div>
      <GroupedAddress address={address} />
      <Actions uri={address} isLink={false} />
      <p className="receive-note">{t('ordinalsText')}</p>
    </>
  )
}

/** Returns the QR code's label for screen readers: "address", or the requested amount. */
function useCodeLabel({ link, token, amount }: ReturnType<typeof usePaymentRequest>): string {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  if (link === undefined || !token || amount === undefined) return t('code')
  const units = formatExact(formatUnits(amount, token.decimals), locale)
  return t('requestCode', { amount: `${units} ${token.symbol}` })
}

/** Buttons that copy and share the address or the link. */
function Actions({ uri, isLink }: { uri: string; isLink: boolean }) {
  const t = useMessages(messages)
  const copy = useCopy()
  const copyUri = () =>
    copy(uri, { done: t(isLink ? 'linkCopied' : 'copied'), failed: t('copyFailed') })
  // an error is ignored: the visitor closed the system's share dialog
  const share = () => void navigator.share({ text: uri }).catch(() => {})
  return (
    <div className="receive-actions">
      <Button data-autofocus="" onClick={() => void copyUri()}>
        <CopyIcon />
        {t(isLink ? 'copyLink' : 'copy')}
      </Button>
      {typeof navigator.share === 'function' && <Button onClick={share}>{t('share')}</Button>}
    </div>
  )
}

/**
 * The networks on which the code can be used: a payment link has one network, an address all
 * networks of its namespace that have coins. If the entered amount is refused, the reason is shown
 * instead.
 */
function ValidNetworks({
  namespace,
  isLink,
  isRefused,
}: {
  namespace: string
  isLink: boolean
  isRefused: boolean
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const locale = useFormatLocale()
  const language = useLanguage()
  const { networkId, networks } = useNetwork()
  const valid = networks.filter((network) =>
    isLink
      ? network.networkId === networkId
      : network.networkId.startsWith(`${namespace}:`) && hasCoins(kit, network.networkId),
  )

  function noteOf(): string {
    if (isRefused) return t('invalid')
    const names = valid.map(({ network }) => network.name)
    const [first] = names
    if (first !== undefined && names.length === 1) return t('onlyOne', { network: first })
    return t('only', { networks: listOf(names, locale, directionOf(language)) })
  }

  return (
    <p className="receive-only">
      <span className="receive-networks" aria-hidden="true">
        {valid.slice(0, 5).map((network) => (
          <Picture
            key={network.networkId}
            name={network.network.name}
            src={imageUrl(kit, network.networkId)}
            subject={{ network: network.networkId }}
            size={20}
            shape="round"
          />
        ))}
      </span>
      <span id="receive-note" role="status" data-invalid={isRefused || undefined}>
        {noteOf()}
      </span>
    </p>
  )
}

/**
 * Formats a list of names in the form of the language. In a right-to-left text, each name keeps its
 * own direction.
 */
function listOf(names: readonly string[], locale: string, direction: 'ltr' | 'rtl'): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    names.map((name) => (direction === 'rtl' ? `\u2068${name}\u2069` : name)),
  )
}

/**
 * A full address in groups of four characters, which are easy to compare. It stays one word when it
 * is copied or read aloud.
 */
function GroupedAddress({ address }: { address: string }) {
  return (
    <p className="receive-address" dir="ltr" translate="no">
      {addressGroups(address).map((group, at) => (
        <span key={at}>{group}</span>
      ))}
    </p>
  )
}
