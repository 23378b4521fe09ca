import { isSameAddress } from '@latchkey/protocol/address'
import { useEffect, useState } from 'react'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import type { Payment } from '../../../core/contracts/facets/addresses.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useKit } from '../../hooks/useKit.ts'
import { writtenAmount } from '../../../domains/send/amount/writtenAmount.ts'
import { useSetDraft } from './useDraft.ts'
import type { useSendTokens } from './useSendTokens.ts'

/**
 * Whether the text in the recipient's field is a payment link for this network; also true while a
 * link is being read. The link's recipient, token and amount are entered in the form as soon as the
 * tokens are known.
 */
export function usePayment(
  text: string,
  { networkId, native, tokens, listed, status }: ReturnType<typeof useSendTokens>,
): boolean {
  const kit = useKit()
  const locale = useFormatLocale()
  const set = useSetDraft()
  const isLink = /^[a-z][-a-z0-9+]*:/i.test(text.trim())
  const [read, setRead] = useState<{ text: string; networkId: string; payment?: Payment }>()
  const isRead = read?.text === text && read.networkId === networkId
  const payment = isLink && isRead ? read.payment : undefined
  useEffect(() => {
    if (!isLink) return
    let isCancelled = false
    const storePayment = (payment?: Payment) =>
      void (isCancelled || setRead({ text, networkId, payment }))
    // if the facet's code fails to load, only the address in the link is used
    facetOf(kit, networkId, 'addresses')
      .then(({ readPayment }) => readPayment(text, networkId))
      .then(storePayment, () => storePayment())
    return () => void (isCancelled = true)
  }, [kit, isLink, text, networkId])
  useEffect(() => {
    if (!payment || status !== 'known') return
    const { to, amount, token } = payment
    const requested =
      token === undefined
        ? native
        : [...tokens, ...listed].find(
            ({ address }) => address !== undefined && isSameAddress(address, token),
          )
    const written =
      requested && amount
        ? writtenAmount(formatUnits(amount, requested.decimals), locale)
        : undefined
    // if the link contains only a recipient, the chosen token stays
    const isSilent = token === undefined && written === undefined
    set({
      to,
      ...(!isSilent && { tokenId: requested?.id ?? `${networkId}:${token}` }),
      ...(written !== undefined && { amount: written }),
    })
  })
  return isLink && (!isRead || payment !== undefined)
}
