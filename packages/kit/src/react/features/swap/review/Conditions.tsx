import { isSameAccount } from '@latchkey/protocol/address'
import type { Currency } from '@latchkey/protocol/currencies'
import type { ReactNode } from 'react'
import type {
  SwapOrder,
  SwapPath,
  SwapToken,
  SwapMethod,
} from '../../../../core/contracts/facets/swap.ts'
import type { PreparedSwap } from '../../../../domains/swap/prepareSwap.lazy.ts'
import { formatFiat } from '../../../account/formatAmount.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { feeText, sumText } from '../amountTexts.ts'
import { formatPercent } from '../formatPercent.ts'
import { messages as swapMessages } from '../messages.ts'
import { rateOf } from '../rate.ts'
import { worthOf } from '../useSwap.ts'
import { messages } from './messages.ts'

type Props = {
  order: SwapOrder
  prepared: PreparedSwap | undefined
  native: SwapToken
  nativePrice: number | undefined
  currency: Currency
  tokens: readonly SwapToken[]
}

const allowances = {
  direct: 'allowedBefore',
  permit: 'bySignature',
  approve: 'byTransaction',
  together: 'atOnce',
} as const satisfies Record<SwapMethod, keyof typeof messages.texts>

/**
 * The conditions of the swap: the minimum amount, the rate, the kind of approval, the fees, the
 * provider and the route.
 */
export function Conditions({ order, prepared, native, nativePrice, currency, tokens }: Props) {
  const t = useMessages(messages)
  const tSwap = useMessages(swapMessages)
  const locale = useFormatLocale()
  const { from, to } = order
  if (!prepared) return <ConditionsSkeleton />
  const { offer, minimum, slippage, fee, method } = prepared
  const feeWorth = fee && worthOf(fee.total, native, nativePrice)
  return (
    <dl className="swap-conditions" aria-busy="false">
      {offer.kind === 'swap' && (
        <Line
          name={tSwap('minimum')}
          detail={`${tSwap('slippage')} ${formatPercent(slippage, locale)}`}
        >
          <bdi>{sumText(minimum, to, locale)}</bdi>
        </Line>
      )}
      {offer.kind === 'swap' && (
        <Line name={t('rate')}>
          <bdi>{rateOf(order, offer, locale)}</bdi>
        </Line>
      )}
      {from.address !== undefined && offer.kind === 'swap' && (
        <Line name={t('allowance')}>{t(allowances[method])}</Line>
      )}
      {fee && (
        <Line name={tSwap('networkFee')}>
          <bdi>
            {feeText(fee.total, native, locale) +
              (feeWorth === undefined ? '' : ` (${formatFiat(feeWorth, locale, currency)})`)}
          </bdi>
        </Line>
      )}
      {offer.fee !== undefined && offer.fee > 0n && (
        <Line name={tSwap('providerFee')}>
          <bdi>{feeText(offer.fee, from, locale)}</bdi>
        </Line>
      )}
      {offer.provider && (
        <Line name={tSwap('provider')}>
          <bdi>{offer.provider.name}</bdi>
        </Line>
      )}
      {offer.route.length > 0 && <RouteLine order={order} route={offer.route} tokens={tokens} />}
    </dl>
  )
}

function ConditionsSkeleton() {
  return (
    <div className="swap-conditions" aria-busy="true">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="swap-condition">
          <span className="skeleton swap-skeleton" />
          <span className="skeleton swap-skeleton" />
        </div>
      ))}
    </div>
  )
}

/** The paths of a swap with the pools of each path. Several paths also show their shares. */
function RouteLine({
  order,
  route,
  tokens,
}: {
  order: SwapOrder
  route: readonly SwapPath[]
  tokens: readonly SwapToken[]
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const shareOf = ({ percent }: SwapPath) =>
    route.length > 1 ? `${formatPercent(percent, locale)} · ` : ''
  return (
    <Line name={t('route')}>
      {route.map((path, at) => (
        <span key={at} className="swap-way">
          <span>
            <bdi>{shareOf(path) + pathText(path, order, tokens)}</bdi>
          </span>
          <span className="swap-caption">
            <bdi>{poolsOf(path)}</bdi>
          </span>
        </span>
      ))}
    </Line>
  )
}

/**
 * Formats a path as the symbols of its tokens; an unknown token becomes "…". The first and last
 * symbols are those of the order, because the pools may use the wrapped token instead.
 */
function pathText(
  { tokens: ids }: SwapPath,
  { from, to }: SwapOrder,
  tokens: readonly SwapToken[],
): string {
  const symbolOf = (id: string) =>
    tokens.find((token) => isSameAccount(token.id, id))?.symbol ?? '…'
  return [from.symbol, ...ids.slice(1, -1).map(symbolOf), to.symbol].join(' → ')
}

/** Returns the names of a path's pools without repetition. */
const poolsOf = ({ pools }: SwapPath) => [...new Set(pools)].join(', ')

function Line({ name, detail, children }: { name: string; detail?: string; children: ReactNode }) {
  return (
    <div className="swap-condition">
      <dt>{name}</dt>
      <dd>
        {children}
        {detail !== undefined && <span className="swap-caption">{detail}</span>}
      </dd>
    </div>
  )
}
