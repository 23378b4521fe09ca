import type { NetworkId } from '@latchkey/protocol/caip'
import type { Currency } from '@latchkey/protocol/currencies'
import { memo, useState } from 'react'
import { balancesRetryAt } from '../../../../domains/balances/balancesQuery.ts'
import type { Balance } from '../../../../core/contracts/balance.ts'
import type { Account } from '../../../../core/kit/state.ts'
import { formatAge } from './formatAge.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { formatFiat, formatQuantity } from '../../../account/formatAmount.ts'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { tokenSubject } from '@latchkey/ui/subject.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Row, SkeletonRow } from '@latchkey/ui/Row.tsx'
import { SwitchRow } from '@latchkey/ui/switch/SwitchRow.tsx'
import { useAccount } from '../../../hooks/useAccount.ts'
import { useBalances } from '../../../hooks/useBalances.ts'
import { useCurrency } from '../../../account/useCurrency.ts'
import { useCountdown } from '../../../hooks/useCountdown.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useKitState } from '../../../hooks/useKitState.ts'
import { useNetwork } from '../../../hooks/useNetwork.ts'
import type { Answer } from '../../../../core/queries/watchAnswer.ts'
import { messages } from '../messages.ts'
import { splitTokens } from '../splitTokens.ts'
import { coinNetworkOf } from '../../../../core/accounts/coinNetworkOf.ts'
import { useRouter } from '../../router.ts'
import { contextOf } from '../../../../core/kit/context.ts'

type Props = { account: Account; answer: Answer<readonly Balance[]> & { refetch(): void } }

/** The tokens of the account, or the reason why they cannot be shown. */
export default function TokensTab() {
  const session = useAccount()
  const [currency] = useCurrency()
  const answer = useBalances({ currency })
  const kit = useKit()
  if (!('account' in session)) return null
  const { networkId } = session.account
  const coinNetwork = coinNetworkOf(kit, networkId)
  return coinNetwork === networkId ? (
    <Tokens account={session.account} answer={answer} />
  ) : (
    <Elsewhere networkId={coinNetwork} />
  )
}

/** Says which other network has the account's coins, and leads there if the site has it. */
function Elsewhere({ networkId }: { networkId: NetworkId }) {
  const t = useMessages(messages)
  const router = useRouter()
  const { network, networks } = useNetwork()
  const found = networks.find((entry) => entry.networkId === networkId)?.network
  const here = network?.name ?? ''
  if (!found)
    return (
      <Notice icon="info" title={t('elsewhereUnlistedTitle')}>
        {t('elsewhereUnlistedText', { here })}
      </Notice>
    )
  const names = { here, network: found.name }
  return (
    <Notice
      icon="info"
      title={t('elsewhereTitle', names)}
      action={
        <Button
          variant="primary"
          onClick={() => router.push('SwitchNetwork', { networkId, goesBack: true })}
        >
          {t('elsewhereSwitch', names)}
        </Button>
      }
    >
      {t('elsewhereText', names)}
    </Notice>
  )
}

function Tokens({ account, answer }: Props) {
  const t = useMessages(messages)

  if (answer.status === 'pending')
    return (
      <div className="tokens" aria-busy="true">
        {[0, 1, 2].map((row) => (
          <SkeletonRow key={row} plain />
        ))}
      </div>
    )
  if (answer.status === 'error' && !answer.data)
    return (
      <Notice
        icon="warning"
        title={t('failedTitle')}
        action={<RetryButton account={account} answer={answer} />}
      >
        {t('failedText')}
      </Notice>
    )
  return <Holdings account={account} answer={answer} />
}

function Holdings({ account, answer }: Props) {
  const t = useMessages(messages)
  const { network } = useNetwork()
  const [currency] = useCurrency()
  const [withHidden, setWithHidden] = useState(false)
  const isPartial = useKitState(({ partialBalances }) => partialBalances === account.accountId)
  if (!('data' in answer)) return null
  const balances = answer.data ?? []
  const { shown, hidden } = splitTokens(balances, currency)
  return (
    <>
      {answer.status === 'error' ? (
        <Stale account={account} answer={answer} />
      ) : (
        isPartial && (
          <Note account={account} answer={answer}>
            {t('partial')}
          </Note>
        )
      )}
      {shown.length === 0 && !withHidden ? (
        !isPartial && (
          <Notice icon="wallet" title={t('emptyTitle')}>
            {t('emptyText', { network: network?.name ?? '' })}
          </Notice>
        )
      ) : (
        <ul className="tokens" aria-label={t('tokens')}>
          {[...shown, ...(withHidden ? hidden : [])].map((balance) => (
            <li key={balance.id}>
              <TokenRow balance={balance} currency={currency} />
            </li>
          ))}
        </ul>
      )}
      {account.purpose !== undefined && <p className="tokens-note">{t('sharedOnly')}</p>}
      {hidden.length > 0 && (
        <SwitchRow
          label={t('hidden', { count: hidden.length })}
          isOn={withHidden}
          onChange={setWithHidden}
        />
      )}
    </>
  )
}

/** `memo`, because the screen is drawn again by the press that shows it, and by each answer. */
const TokenRow = memo(function TokenRow({
  balance,
  currency,
}: {
  balance: Balance
  currency: Currency
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const { name, symbol, quantity, value, iconUrl, isUnverified } = balance
  return (
    <Row
      icon={<Picture name={symbol} src={iconUrl} subject={tokenSubject(balance)} shape="round" />}
      title={name}
      detail={`${formatQuantity(quantity, locale)} ${symbol}`}
      end={value === undefined ? undefined : formatFiat(value, locale, currency)}
      endDetail={isUnverified && t('unverified')}
    />
  )
})

function Stale(props: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const { clock } = contextOf(useKit())
  if (props.answer.status !== 'error') return null
  return (
    <Note {...props}>
      {t('stale', { age: formatAge(props.answer.updatedAt - clock.now(), locale) })}
    </Note>
  )
}

/** A note about the list below, with a retry button. */
function Note({ children, ...props }: Props & { children: string }) {
  return (
    <div className="stale" role="status">
      <span>{children}</span>
      <RetryButton {...props} isSmall />
    </div>
  )
}

/**
 * The retry button. It is disabled until 30 s have passed since the failure
 * (docs/contracts/product.md#balances).
 */
function RetryButton({ account, answer, isSmall }: Props & { isSmall?: boolean }) {
  const t = useMessages(messages)
  const kit = useKit()
  const seconds = useCountdown(balancesRetryAt(kit, account.accountId))
  const label = seconds > 0 ? t('retryIn', { seconds }) : t('retry')
  const isWaiting = seconds > 0 || ('isFetching' in answer && answer.isFetching)
  const retry = () => {
    if (!isWaiting) answer.refetch()
  }
  if (isSmall)
    return (
      <button type="button" className="stale-retry" aria-disabled={isWaiting} onClick={retry}>
        {label}
      </button>
    )
  return (
    <Button aria-disabled={isWaiting} onClick={retry}>
      {label}
    </Button>
  )
}
