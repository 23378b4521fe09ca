import { addressGroups } from '@latchkey/protocol/address'
import { useState } from 'react'
import { directionOf } from '../../../core/options/locale.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { formatExact } from '../../account/formatExact.ts'
import { readAmount } from '../../../domains/send/amount/readAmount.ts'
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
import { RequestAmount } from './RequestAmount.tsx'
import { messages } from './messages.ts'
import css from './receive.css?inline'
import { useRequestableTokens } from './useRequestableTokens.ts'
import { usePaymentUri } from './usePaymentUri.ts'

/** The address as a QR code and as text, and an amount to request. */
export default function WalletReceiveView() {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const copy = useCopy()
  const locale = useFormatLocale()
  const language = useLanguage()
  const session = useAccount()
  const { networkId, networks } = useNetwork()
  const tokens = useRequestableTokens()
  const [text, setText] = useState<string>()
  const [tokenId, setTokenId] = useState<string>()
  const token = tokens.find(({ id }) => id === tokenId) ?? tokens[0]
  const parsed = readAmount(text ?? '', token ?? { symbol: '', decimals: 0 }, locale)
  const amount = parsed.status === 'amount' && parsed.amount > 0n ? parsed.amount : undefined
  const link = usePaymentUri(
    'account' in session ? session.account.accountId : undefined,
    token && text !== undefined && amount !== undefined
      ? { amount, token: token.address }
      : undefined,
  )
  // until the modal shows another screen
  if (!('account' in session)) return <Screen title={t('title')}>{null}</Screen>

  const { address, namespace } = session.account
  const isRefused = text !== undefined && parsed.status === 'refused'
  const isRequest = link !== undefined && token !== undefined && amount !== undefined
  const uri = link ?? address
  // a link is for one network, an address for all networks of its namespace
  const valid = networks.filter((network) =>
    isRequest ? network.networkId === networkId : network.networkId.startsWith(`${namespace}:`),
  )
  const label = isRequest
    ? t('requestCode', {
        amount: `${formatExact(formatUnits(amount, token.decimals), locale)} ${token.symbol}`,
      })
    : t('code')

  const copyIt = () =>
    copy(uri, { done: t(isRequest ? 'linkCopied' : 'copied'), failed: t('copyFailed') })
  // a rejection means that the visitor closed the system's share dialog
  const share = () => void navigator.share({ text: uri }).catch(() => {})

  return (
    <Screen title={t('title')}>
      <div className="receive">
        <div className="receive-code">
          <QrCode text={uri} label={label} />
        </div>
        <GroupedAddress address={address} />
        <div className="receive-actions">
          <Button data-autofocus="" onClick={() => void copyIt()}>
            <CopyIcon />
            {t(isRequest ? 'copyLink' : 'copy')}
          </Button>
          {typeof navigator.share === 'function' && <Button onClick={share}>{t('share')}</Button>}
        </div>
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
            {isRefused
              ? t('invalid')
              : valid.length === 1 && valid[0]
                ? t('onlyOne', { network: valid[0].network.name })
                : t('only', {
                    networks: listOf(
                      valid.map(({ network }) => network.name),
                      locale,
                      directionOf(language),
                    ),
                  })}
          </span>
        </p>
      </div>
    </Screen>
  )
}

/**
 * Formats a list of names in the form of the language. In right-to-left text, each name keeps its
 * own direction.
 */
function listOf(names: readonly string[], locale: string, direction: 'ltr' | 'rtl'): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    names.map((name) => (direction === 'rtl' ? `\u2068${name}\u2069` : name)),
  )
}

/**
 * A full address in groups of four, for easy comparison. It is one word when it is copied or read
 * aloud.
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
