import type { ReactNode } from 'react'
import { extrasOf } from '../../../../core/transactions/extrasOf.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { Fee, SendOrder } from '../../../../core/contracts/facets/send.ts'
import type { PreparedSend } from '../../../../domains/send/review/prepareSend.ts'
import { imageUrl } from '../../../imageUrl.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { formatFiat } from '../../../account/formatAmount.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { useKit } from '../../../hooks/useKit.ts'
import { useNetwork } from '../../../hooks/useNetwork.ts'
import { formatFee, formatSum } from '../../../account/formatExact.ts'
import { messages } from './messages.ts'
import { useSendTokens } from '../useSendTokens.ts'

/**
 * The network, the fee and the time, and additional costs. The sum is shown for the native token,
 * and for another token if there are additional costs in it.
 */
export function Costs({
  order: { token, networkId },
  prepared,
}: {
  order: Pick<SendOrder, 'token' | 'networkId'>
  prepared: PreparedSend | undefined
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const locale = useFormatLocale()
  const { networks } = useNetwork()
  const {
    native: { symbol, decimals, price },
    currency,
  } = useSendTokens()
  const name =
    networks.find((network) => network.networkId === networkId)?.network.name ?? networkId
  const fee = prepared?.fee
  const feeText = (amount: bigint) =>
    `${formatFee(formatUnits(amount, decimals), locale)} ${symbol}`
  const sumText = (amount: bigint) =>
    `${formatSum(formatUnits(amount, decimals), locale)} ${symbol}`
  /**
   * The text of the amount of the token, and the amount of the native token that is paid in
   * addition.
   */
  const bothText = (amount: bigint, paid: Fee) =>
    `${formatSum(formatUnits(amount, token.decimals), locale)} ${token.symbol} + ${sumText(paid.total + extrasOf(paid))}`
  const worthOf = (amount: bigint) =>
    price ? ` (${formatFiat(Number(formatUnits(amount, decimals)) * price, locale, currency)})` : ''
  const feeDetails = ({ total, maxTotal, seconds }: Fee) => [
    ...(feeText(maxTotal) === feeText(total) ? [] : [t('feeMost', { amount: feeText(maxTotal) })]),
    ...(seconds === undefined ? [] : [t('feeTime', { seconds })]),
  ]
  return (
    <dl className="send-costs" aria-busy={!prepared}>
      <Line name={t('network')}>
        <Picture
          name={name}
          src={imageUrl(kit, networkId)}
          subject={{ network: networkId }}
          size={20}
          shape="round"
        />
        <bdi>{name}</bdi>
      </Line>
      {(fee || !prepared) && (
        <Line name={t('fee')} details={fee ? feeDetails(fee) : []}>
          {fee ? (
            <bdi>{feeText(fee.total) + worthOf(fee.total)}</bdi>
          ) : (
            <span className="skeleton send-skeleton" />
          )}
        </Line>
      )}
      {fee?.extras?.map(({ kind, amount }) => (
        <Line key={kind} name={t(kind)} below={t(`${kind}Text`, { token: token.symbol })}>
          <bdi>{feeText(amount) + worthOf(amount)}</bdi>
        </Line>
      ))}
      {(fee || !prepared) && token.address === undefined && (
        <Line name={t('total')}>
          {fee && prepared ? (
            <bdi>{sumText(prepared.amount + fee.total + extrasOf(fee))}</bdi>
          ) : (
            <span className="skeleton send-skeleton" />
          )}
        </Line>
      )}
      {fee?.extras && prepared && token.address !== undefined && (
        <Line name={t('total')}>
          <bdi>{bothText(prepared.amount, fee)}</bdi>
        </Line>
      )}
    </dl>
  )
}

function Line({
  name,
  details = [],
  below,
  children,
}: {
  name: string
  details?: readonly string[]
  /** Sentences below the whole line. */
  below?: string
  children: ReactNode
}) {
  return (
    <div className="send-cost">
      <dt>{name}</dt>
      <dd>
        <span className="send-value">{children}</span>
        {details.map((detail) => (
          <span key={detail} className="send-caption">
            {detail}
          </span>
        ))}
      </dd>
      {below && <dd className="send-below send-caption">{below}</dd>}
    </div>
  )
}
