import { useEffect, useState } from 'react'
import { facetOf } from '../../../../core/accounts/facetOf.ts'
import type { SwapToken } from '../../../../core/contracts/facets/swap.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { ParsedAmount } from '../../../../domains/send/amount/parseAmount.ts'
import { writtenAmount } from '../../../../domains/send/amount/writtenAmount.ts'
import { levelOf, lossOf } from '../../../../domains/swap/loss.ts'
import { formatFiat, formatQuantity } from '../../../account/formatAmount.ts'
import { formatExact } from '../../../account/formatExact.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useNetwork } from '../../../hooks/useNetwork.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { AmountAvailable, AmountBox, AmountLine } from '@latchkey/ui/amount/AmountBox.tsx'
import { AmountInput, AmountOutput } from '@latchkey/ui/amount/AmountFigure.tsx'
import { cutSum } from '../amountTexts.ts'
import { messages } from '../messages.ts'
import { useSetDraft } from '../useDraft.ts'
import { worthOf } from '../useSwap.ts'
import type { Swap } from '../useSwap.ts'
import type { SwapTokens } from '../useSwapTokens.ts'
import { formatPercent } from '../formatPercent.ts'
import { TokenChoice } from './TokenChoice.tsx'

type Props = { swap: Swap; listed: SwapTokens }

/** The paying side: the field for the amount, the token, the amount's value and the balance. */
export function PayField({
  text,
  parsed,
  swap: { from: token, spendable, prices, isShort },
  listed: { currency, isPending },
}: Props & { text: string; parsed: ParsedAmount }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const set = useSetDraft()
  const fault = parsed.status === 'refused' ? parsed.fault : undefined
  const worth = worthOf(parsed.status === 'amount' ? parsed.amount : 0n, token, prices.from)
  const enterMax = useMax(token, text, spendable?.held)
  return (
    <AmountBox caption={t('pay')} isInvalid={fault !== undefined || isShort}>
      <AmountLine>
        <AmountInput
          text={text}
          label={t('amount')}
          note="swap-amount-note"
          isInvalid={fault !== undefined}
          onChange={(amount) => set({ amount })}
        />
        <TokenChoice side="from" token={token} isPending={isPending} />
      </AmountLine>
      <AmountLine isSmall>
        <span className="amount-note" id="swap-amount-note" role="status">
          {fault
            ? t(fault === 'tooLarge' ? 'notANumber' : fault, {
                token: token.symbol,
                count: token.decimals,
              })
            : worth !== undefined && <bdi>{formatFiat(worth, locale, currency)}</bdi>}
        </span>
        <AmountAvailable
          text={
            spendable &&
            t('available', {
              amount: formatQuantity(formatUnits(spendable.held, token.decimals), locale),
            })
          }
          max={t('max')}
          onMax={enterMax}
        />
      </AmountLine>
    </AmountBox>
  )
}

/**
 * Returns a function that enters the whole balance, for the native token less the fee of a swap. If
 * this amount is not known yet, it is entered as soon as it is known. Until the visitor types
 * another amount, it follows the balance.
 * @param text the amount in the field
 */
function useMax(
  { address, decimals }: SwapToken,
  text: string,
  held: bigint | undefined,
): () => void {
  const kit = useKit()
  const set = useSetDraft()
  const locale = useFormatLocale()
  const { networkId } = useNetwork()
  const [isWanted, setWanted] = useState(false)
  const [entered, setEntered] = useState<{ text: string; held: bigint }>()
  const isOutdated = entered !== undefined && entered.text === text && entered.held !== held
  useEffect(() => {
    if (!(isWanted || isOutdated) || held === undefined) return
    const controller = new AbortController()
    const enter = (max: bigint) => {
      if (controller.signal.aborted) return
      const amount = writtenAmount(formatUnits(max > 0n ? max : 0n, decimals), locale)
      setWanted(false)
      setEntered({ text: amount, held })
      set({ amount })
    }
    if (address !== undefined) enter(held)
    else
      facetOf(kit, networkId, 'swap')
        .then((facet) => facet.readReserve({ networkId, signal: controller.signal }))
        .then(
          (reserve) => enter(held - reserve),
          () => setWanted(false),
        ) // the fee is unknown, so no amount is entered: it could be too high
    return () => controller.abort()
  }, [isWanted, isOutdated, held, address, decimals, kit, networkId, set, locale])
  return () => setWanted(true)
}

/** The receiving side: the amount of the offer, its value, and the loss in percent. */
export function GetField({
  swap: { to: token, order, offer, prices, isFinding },
  listed: { currency, isPending },
}: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const text = token && offer ? formatExact(cutSum(offer.arrives, token.decimals), locale) : '0'
  const worth = token && offer && worthOf(offer.arrives, token, prices.to)
  const loss = order && offer && lossOf(order, offer, prices)
  const level = levelOf(loss)
  const lost = loss === undefined ? undefined : ` (−${formatPercent(loss, locale)})`
  return (
    <AmountBox caption={t('get')}>
      <AmountLine>
        <AmountOutput
          text={isFinding && !offer ? undefined : text}
          label={t('get')}
          isEmpty={!offer}
        />
        <TokenChoice side="to" token={token} isPending={isPending} />
      </AmountLine>
      <AmountLine isSmall>
        <span className="amount-note">
          {worth !== undefined && <bdi>{formatFiat(worth, locale, currency)}</bdi>}
          {level !== 'none' && lost && (
            <bdi className="swap-loss" data-level={level}>
              {lost}
            </bdi>
          )}
        </span>
      </AmountLine>
    </AmountBox>
  )
}
