import { balancesRetryAt } from '../../../balances/balancesQuery.ts'
import type { Balance } from '../../../balances/getBalances.ts'
import type { Account } from '../../../core/state.ts'
import { formatAge } from '../../i18n/formatAge.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Button } from '../../ui/Button.tsx'
import { formatFiat, formatQuantity } from '../../ui/formatAmount.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Row, SkeletonRow } from '../../ui/Row.tsx'
import { useAccount } from '../../useAccount.ts'
import { useBalances } from '../../useBalances.ts'
import { useCountdown } from '../../useCountdown.ts'
import { useKit } from '../../useKit.ts'
import { useNetwork } from '../../useNetwork.ts'
import type { Answer } from '../../useQuery.ts'
import { messages } from './messages.ts'

type Props = { account: Account; answer: Answer<readonly Balance[]> & { refetch(): void } }

/** The tokens of the account, or why they are not to be seen. */
export default function TokensTab() {
  const session = useAccount()
  const answer = useBalances()
  return 'account' in session ? <Tokens account={session.account} answer={answer} /> : null
}

function Tokens({ account, answer }: Props) {
  const t = useMessages(messages)
  const { network } = useNetwork()

  if (answer.status === 'pending')
    return (
      <div className="tokens" aria-busy="true">
        {[0, 1, 2].map((row) => <SkeletonRow key={row} plain />)}
      </div>
    )
  if (answer.status === 'error' && !answer.data)
    return (
      <Notice icon="warning" title={t('failedTitle')} action={<RetryButton account={account} answer={answer} />}>
        {t('failedText')}
      </Notice>
    )
  const balances = answer.data ?? []
  return (
    <>
      {answer.status === 'error' && <Stale account={account} answer={answer} />}
      {balances.length === 0 ? (
        <Notice icon="wallet" title={t('emptyTitle')}>{t('emptyText', { network: network?.name ?? '' })}</Notice>
      ) : (
        <ul className="tokens" aria-label={t('tokens')}>
          {balances.map((balance) => <li key={balance.id}><TokenRow balance={balance} /></li>)}
        </ul>
      )}
    </>
  )
}

function TokenRow({ balance: { name, symbol, quantity, value, iconUrl } }: { balance: Balance }) {
  const locale = useFormatLocale()
  return (
    <Row
      icon={<Picture name={symbol} src={iconUrl} shape="round" />}
      title={name}
      detail={`${formatQuantity(quantity, locale)} ${symbol}`}
      end={value === undefined ? undefined : formatFiat(value, locale)}
    />
  )
}

function Stale(props: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const { clock } = useKit().context
  if (props.answer.status !== 'error') return null
  return (
    <div className="stale" role="status">
      <span>{t('stale', { age: formatAge(props.answer.updatedAt - clock.now(), locale) })}</span>
      <RetryButton {...props} isSmall />
    </div>
  )
}

/** Asks again; not before 30 s have passed since the failure (spec section 4). */
function RetryButton({ account, answer, isSmall }: Props & { isSmall?: boolean }) {
  const t = useMessages(messages)
  const kit = useKit()
  const seconds = useCountdown(balancesRetryAt(kit, account.accountId))
  const label = seconds > 0 ? t('retryIn', { seconds }) : t('retry')
  const isWaiting = seconds > 0 || ('isFetching' in answer && answer.isFetching)
  const retry = () => {
    if (!isWaiting) answer.refetch()
  }
  if (isSmall) return <button type="button" className="stale-retry" aria-disabled={isWaiting} onClick={retry}>{label}</button>
  return <Button aria-disabled={isWaiting} onClick={retry}>{label}</Button>
}
