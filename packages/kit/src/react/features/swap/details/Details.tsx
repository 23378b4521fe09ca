import type { Currency } from '@latchkey/protocol/currencies'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import type { SwapOffer, SwapOrder, SwapToken } from '../../../../core/contracts/facets/swap.ts'
import { minimumOf } from '../../../../core/transactions/minimumOf.ts'
import { slippageOf } from '../../../../domains/swap/slippage.ts'
import { ChooseIcon } from '../../../account/ChooseIcon.tsx'
import { formatFiat } from '../../../account/formatAmount.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { feeText, sumText } from '../amountTexts.ts'
import { formatPercent } from '../formatPercent.ts'
import { messages } from '../messages.ts'
import { useSetDraft } from '../useDraft.ts'
import { rateOf } from '../rate.ts'
import { worthOf } from '../useSwap.ts'
import { Slippage } from './Slippage.tsx'

type Props = {
  order: SwapOrder
  offer: SwapOffer | undefined
  offers: readonly SwapOffer[]
  native: SwapToken
  prices: { native: number | undefined }
  currency: Currency
}

/** The rate of the offer. A press shows the offer's conditions and the settings. */
export function Details({ order, offer, offers, native, prices, currency }: Props) {
  const t = useMessages(messages)
  const kit = useKit()
  const locale = useFormatLocale()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [slippage, setSlippage] = useState(() => slippageOf(kit))
  const feeWorth =
    offer?.networkFee === undefined ? undefined : worthOf(offer.networkFee, native, prices.native)
  return (
    <div className="swap-details">
      <button
        type="button"
        className="swap-rate"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{t('details')}</span>
        {offer ? (
          <bdi>{rateOf(order, offer, locale)}</bdi>
        ) : (
          <span className="skeleton swap-skeleton" />
        )}
        <span className="swap-fee">
          {feeWorth !== undefined && <bdi>{formatFiat(feeWorth, locale, currency)}</bdi>}
          <ChooseIcon />
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && offer && (
          <OfferLines
            order={order}
            offer={offer}
            offers={offers}
            native={native}
            slippage={slippage}
            onSlippage={setSlippage}
          />
        )}
      </div>
    </div>
  )
}

/** The conditions of an offer, and the settings. */
function OfferLines({
  order: { from, to },
  offer,
  offers,
  native,
  slippage,
  onSlippage,
}: Pick<Props, 'order' | 'offers' | 'native'> & {
  offer: SwapOffer
  slippage: number
  onSlippage: (percent: number) => void
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  return (
    <dl className="swap-lines">
      {offer.kind === 'swap' && (
        <Line name={t('minimum')}>
          <bdi>{sumText(minimumOf(offer, slippage), to, locale)}</bdi>
        </Line>
      )}
      {offer.priceImpact !== undefined && (
        <Line name={t('impact')}>
          <bdi>{formatPercent(Math.max(0, offer.priceImpact), locale)}</bdi>
        </Line>
      )}
      {offer.fee !== undefined && offer.fee > 0n && (
        <Line name={t('providerFee')}>
          <bdi>{feeText(offer.fee, from, locale)}</bdi>
        </Line>
      )}
      {offer.networkFee !== undefined && (
        <Line name={t('networkFee')}>
          <bdi>{feeText(offer.networkFee, native, locale)}</bdi>
        </Line>
      )}
      {offer.provider && (
        <Line name={t('provider')}>
          <Providers offer={offer} offers={offers} to={to} />
        </Line>
      )}
      {offer.kind === 'swap' && <Slippage value={slippage} onChange={onSlippage} />}
    </dl>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="swap-row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The provider. If there are several, the browser's own `<select>` lies over its name. */
function Providers({
  offer,
  offers,
  to,
}: {
  offer: SwapOffer
  offers: readonly SwapOffer[]
  to: SwapToken
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const set = useSetDraft()
  const nameOf = (name: string | undefined, arrives: bigint) =>
    `${name} · ${sumText(arrives, to, locale)}`
  if (offers.length < 2) return <bdi>{offer.provider?.name}</bdi>
  return (
    <span className="swap-provider">
      <bdi aria-hidden="true">{offer.provider?.name}</bdi>
      <ChooseIcon />
      <select
        aria-label={t('provider')}
        value={offer.provider?.id}
        onChange={({ target }) => set({ provider: target.value })}
      >
        {offers.map(({ provider, arrives }) => (
          <option key={provider?.id} value={provider?.id}>
            {nameOf(provider?.name, arrives)}
          </option>
        ))}
      </select>
    </span>
  )
}
