import type { NetworkId } from '@latchkey/protocol/caip'
import type { ReactNode } from 'react'
import { extrasOf } from '../../../../core/transactions/extrasOf.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { Fee, FeeSpeed, SendOrder } from '../../../../core/contracts/facets/send.ts'
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
import { Speeds } from './Speeds.tsx'
import { usePaceText } from './usePaceText.ts'
import { useSendTokens } from '../useSendTokens.ts'

/**
 * The network, the fee, the time and additional costs. The total is shown when the native token is
 * sent. When another token is sent, it is shown only if there are additional costs.
 */
export function Costs({
  order,
  prepared,
  onSpeed,
}: {
  order: SendOrder & { amount: bigint }
  prepared: PreparedSend | undefined
  /** Called with the speed that the visitor chooses. */
  onSpeed: (speed: FeeSpeed) => void
}) {
  const { token, networkId } = order
  const t = useMessages(messages)
  const { feeText, worthText } = useNativeTexts()
  const paceText = usePaceText()
  const fee = prepared?.fee
  const feeDetails = (shown: Fee) => [
    ...(feeText(shown.maxTotal) === feeText(shown.total)
      ? []
      : [t('feeMost', { amount: feeText(shown.maxTotal) })]),
    ...paceText(shown),
  ]
  return (
    <dl className="send-costs" aria-busy={!prepared}>
      <NetworkLine networkId={networkId} />
      {(fee || !prepared) && (
        <Line name={t('fee')} details={fee ? feeDetails(fee) : []}>
          {fee ? (
            <bdi>{feeText(fee.total) + worthText(fee.total)}</bdi>
          ) : (
            <span className="skeleton send-skeleton" />
          )}
        </Line>
      )}
      <Speeds order={order} onSpeed={onSpeed} />
      {fee?.extras?.map(({ kind, amount }) => (
        <Line key={kind} name={t(kind)} below={t(`${kind}Text`, { token: token.symbol })}>
          <bdi>{feeText(amount) + worthText(amount)}</bdi>
        </Line>
      ))}
      {prepared?.untouched?.map(({ kind, amount }) => (
        <Line key={kind} name={t(kind)} below={t(`${kind}Text`)}>
          <bdi>{feeText(amount)}</bdi>
        </Line>
      ))}
      <Total token={token} prepared={prepared} />
    </dl>
  )
}

/** Functions that format amounts of the native token: a fee, a sum, and a value in brackets. */
function useNativeTexts() {
  const locale = useFormatLocale()
  const {
    native: { symbol, decimals, price },
    currency,
  } = useSendTokens()
  return {
    feeText: (amount: bigint) =>
      `${formatFee(formatUnits(amount, decimals), locale, decimals)} ${symbol}`,
    sumText: (amount: bigint) =>
      `${formatSum(formatUnits(amount, decimals), locale, decimals)} ${symbol}`,
    worthText: (amount: bigint) =>
      price
        ? ` (${formatFiat(Number(formatUnits(amount, decimals)) * price, locale, currency)})`
        : '',
  }
}

function NetworkLine({ networkId }: { networkId: NetworkId }) {
  const t = useMessages(messages)
  const kit = useKit()
  const { networks } = useNetwork()
  const name =
    networks.find((network) => network.networkId === networkId)?.network.name ?? networkId
  return (
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
  )
}

/**
 * The total. For a token other than the native one, it is shown only with additional costs, as two
 * amounts: the sent token, and all costs in the native token.
 */
function Total({
  token: { address, symbol, decimals },
  prepared,
}: {
  token: SendOrder['token']
  prepared: PreparedSend | undefined
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const { sumText } = useNativeTexts()
  const isNative = address === undefined
  if (!prepared)
    return (
      isNative && (
        <Line name={t('total')}>
          <span className="skeleton send-skeleton" />
        </Line>
      )
    )
  const { amount, fee } = prepared
  if (!fee || !(isNative || fee.extras)) return null
  const costs = fee.total + extrasOf(fee)
  const own = `${formatSum(formatUnits(amount, decimals), locale, decimals)} ${symbol}`
  return (
    <Line name={t('total')}>
      <bdi>{isNative ? sumText(amount + costs) : `${own} + ${sumText(costs)}`}</bdi>
    </Line>
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
  /** Sentences that are shown below the line. */
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
