import { accountKey, isSameAccount } from '@latchkey/protocol/address'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SwapOffer, SwapOrder, SwapToken } from '../../../core/contracts/facets/swap.ts'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { ParsedAmount } from '../../../domains/send/amount/parseAmount.ts'
import { parseAmount } from '../../../domains/send/amount/parseAmount.ts'
import { followOffers } from '../../../domains/swap/followOffers.ts'
import type { OffersState } from '../../../domains/swap/followOffers.ts'
import { pricesQuery } from '../../../domains/swap/pricesQuery.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import type { SwapDraft } from './index.ts'
import type { ListedToken, SwapTokens } from './useSwapTokens.ts'

/** A balance from the node is read again after this many milliseconds. */
const age = 15_000

/** Returns the order of a draft, if the draft is complete, with its offers, balances and prices. */
export function useSwap(
  draft: SwapDraft | undefined,
  parsed: ParsedAmount,
  { native, tokens, networkId, currency }: SwapTokens,
) {
  const session = useAccount()
  const account = 'account' in session ? session.account.address : undefined
  const { from, to } = tokensOf(draft, native, networkId)
  const amount = parsed.status === 'amount' ? parsed.amount : 0n
  const order = useMemo(
    (): SwapOrder | undefined =>
      account && to && amount > 0n ? { networkId, account, from, to, amount } : undefined,
    [account, networkId, from, to, amount],
  )
  const [now, retry] = useOffers(order)
  const offers = now.status === 'pending' ? undefined : now.offers
  const offer =
    offers?.find(({ provider }) => provider !== undefined && provider.id === draft?.provider) ??
    offers?.[0]
  const spendable = useSpendable(networkId, account, from, tokens)
  const prices = usePrices(from, to, native, tokens, currency)
  return {
    from,
    to,
    amount,
    order,
    offers,
    offer,
    spendable,
    prices,
    retry,
    error: now.status === 'error' && !offers ? now.error : undefined,
    isFinding: order !== undefined && now.status === 'pending',
    /** Whether the amount exceeds the balance; false while the balance is unknown. */
    isShort: spendable !== undefined && amount > spendable.held,
  }
}

/** The result of {@link useSwap}. If the offers could not be loaded, only `error` is set. */
export type Swap = ReturnType<typeof useSwap>

/**
 * Returns the tokens of a draft. Tokens of another network are ignored. If no token to pay with is
 * chosen, it is the native token.
 */
export function tokensOf(
  draft: SwapDraft | undefined,
  native: SwapToken,
  networkId: string,
): { from: SwapToken; to: SwapToken | undefined } {
  const isOnNetwork = (token: SwapToken | undefined) =>
    token?.id.startsWith(`${networkId}:`) ? token : undefined
  const to = isOnNetwork(draft?.to)
  const from = isOnNetwork(draft?.from) ?? native
  return { from, to: to && isSameAccount(to.id, from.id) ? undefined : to }
}

const pending: OffersState = { status: 'pending' }

/**
 * Returns the offers for the current order, never those of an earlier order, and a function that
 * requests them again at once.
 */
function useOffers(order: SwapOrder | undefined): [now: OffersState, retry: () => void] {
  const kit = useKit()
  const [state, setState] = useState<{ order: SwapOrder; now: OffersState }>()
  const following = useRef<ReturnType<typeof followOffers>>(undefined)
  useEffect(() => {
    if (!order) return
    following.current = followOffers(kit, order, (now) => setState({ order, now }))
    return following.current.stop
  }, [kit, order])
  return [state?.order === order && state ? state.now : pending, () => following.current?.refetch()]
}

/**
 * Reads the balances of the token to pay with and of the native token from the node, because the
 * API's balances may be 30 s old. Until the node answers, and if it fails, the API's balances are
 * used.
 */
function useSpendable(
  networkId: SwapOrder['networkId'],
  account: string | undefined,
  { address, id }: SwapToken,
  tokens: readonly ListedToken[],
): { held: bigint; native: bigint } | undefined {
  const kit = useKit()
  const answer = useQuery(
    useMemo(
      () =>
        account
          ? {
              queryKey: ['swap-spendable', networkId, account, address],
              networkMode: 'always' as const,
              gcTime: 0, // a balance read before the last swap must not be shown
              refetchInterval: age,
              async queryFn({ signal }: { signal: AbortSignal }) {
                const { getBalances } = await facetOf(kit, networkId, 'assets')
                const [native = 0n, held = native] = await getBalances({
                  address: account,
                  networkId,
                  tokens: address === undefined ? [] : [address],
                  signal,
                })
                return { native, held }
              },
            }
          : undefined,
      [kit, networkId, account, address],
    ),
  )
  if ('data' in answer && answer.data) return answer.data
  const amountIn = (token: ListedToken | undefined) =>
    token?.quantity === undefined ? undefined : parseAmount(token.quantity, token.decimals)
  const [held, native] = [
    tokens.find((candidate) => candidate.id === id),
    tokens.find((candidate) => candidate.address === undefined),
  ].map(amountIn)
  return held?.status === 'amount' && native?.status === 'amount'
    ? { held: held.amount, native: native.amount }
    : undefined
}

/** Returns the prices of both tokens and of the native token, from the balances or else the API. */
export function usePrices(
  from: SwapToken,
  to: SwapToken | undefined,
  native: SwapToken,
  tokens: readonly ListedToken[],
  currency: SwapTokens['currency'],
) {
  const kit = useKit()
  const priceOf = (token: SwapToken | undefined) =>
    tokens.find((candidate) => candidate.id === token?.id)?.price
  const missing = [from, to, native]
    .filter((token) => token !== undefined && priceOf(token) === undefined)
    .map((token) => token?.id ?? '')
    .join(',')
  const answer = useQuery(
    useMemo(
      () => (missing ? pricesQuery(kit, [...new Set(missing.split(','))], currency) : undefined),
      [kit, missing, currency],
    ),
  )
  const state = 'data' in answer ? answer.data : undefined
  const find = (token: SwapToken | undefined) =>
    token ? (priceOf(token) ?? state?.[accountKey(token.id)]) : undefined
  return { from: find(from), to: find(to), native: find(native) }
}

/** Returns the value of an amount. It is shown beside the exact amount, and is never sent. */
export function worthOf(
  amount: bigint,
  { decimals }: Pick<SwapToken, 'decimals'>,
  price: number | undefined,
): number | undefined {
  return price === undefined ? undefined : Number(formatUnits(amount, decimals)) * price
}

/**
 * Whether the balance of the native token does not cover the fee; false while either is unknown.
 */
export function isUnpaid(
  { networkFee }: Pick<SwapOffer, 'networkFee'>,
  { address }: SwapToken,
  amount: bigint,
  spendable: { native: bigint } | undefined,
): boolean {
  return (
    networkFee !== undefined &&
    spendable !== undefined &&
    spendable.native < networkFee + (address === undefined ? amount : 0n)
  )
}
