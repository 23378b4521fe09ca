import { isSameAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import { useEffect, useMemo } from 'react'
import { KitError } from '../../../core/errors/KitError.ts'
import type { SwapToken } from '../../../core/contracts/facets/swap.ts'
import { swapTokenQuery } from '../../../domains/swap/swapTokensQuery.ts'
import { writtenAmount } from '../../../domains/send/amount/writtenAmount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import type { SwapDraft } from './index.ts'
import { useSetDraft } from './useDraft.ts'
import type { SwapTokens } from './useSwapTokens.ts'

type Missing = { status: 'missing'; address: string }
type Failed = { status: 'failed'; error: Error; retry: () => void }

/**
 * The state of the tokens that a site requests. `none`: there are none, or they are in the draft.
 * `elsewhere`: they are on another network. `missing`: there is no token at the address; `skip`
 * continues without it.
 */
export type RequestedTokensState =
  | { status: 'none' | 'looking' }
  | { status: 'elsewhere'; networkId: NetworkId }
  | Failed
  | (Missing & { skip: () => void })

/** Looks up the tokens that a site requests, and enters them with the amount. */
export function useRequestedTokens(
  draft: SwapDraft | undefined,
  listed: SwapTokens,
): RequestedTokensState {
  const set = useSetDraft()
  const locale = useFormatLocale()
  const requested = draft?.requested
  const networkOfSite = requested?.networkId
  const isHere = networkOfSite === undefined || networkOfSite === listed.networkId
  const [from, to] = [
    useToken(isHere ? requested?.from : undefined, listed),
    useToken(isHere ? requested?.to : undefined, listed),
  ]
  const sides = [from, to]
  const tokenOf = (side: TokenSearch) => (side.status === 'found' ? side.token : undefined)
  // the amount belongs to the requested token, so it is entered only if that token was found
  const amount =
    from.status === 'found' && requested?.amount !== undefined
      ? writtenAmount(requested.amount, locale)
      : undefined
  const enter = () => set({ from: tokenOf(from), to: tokenOf(to), amount, requested: undefined })
  const isFound =
    requested !== undefined && isHere && sides.every(({ status }) => status === 'found')
  useEffect(() => {
    if (isFound) enter()
  })
  if (!requested) return { status: 'none' }
  if (!isHere) return { status: 'elsewhere', networkId: networkOfSite }
  if (isFound || sides.some(({ status }) => status === 'looking')) return { status: 'looking' }
  const failed = sides.find((side): side is Failed => side.status === 'failed')
  const missing = sides.find((side): side is Missing => side.status === 'missing')
  return failed ?? (missing ? { ...missing, skip: enter } : { status: 'looking' })
}

type TokenSearch =
  | { status: 'looking' }
  | { status: 'found'; token: SwapToken | undefined }
  | Missing
  | Failed

/**
 * Looks up one token that a site requests: first in the token list and the balances, then at the
 * service or in the token's contract.
 */
function useToken(
  requested: string | undefined,
  { networkId, tokens, native, isPending }: SwapTokens,
): TokenSearch {
  const kit = useKit()
  const isNative =
    requested !== undefined &&
    // `requested` may also be the address that APIs use for the native token
    (requested === 'native' || isSameAddress(requested, native.id.slice(networkId.length + 1)))
  const known = isNative
    ? native
    : tokens.find(
        ({ address }) =>
          address !== undefined && requested !== undefined && isSameAddress(address, requested),
      )
  const address = known || isPending ? undefined : requested
  const { refetch, ...answer } = useQuery(
    useMemo(
      () => (address === undefined ? undefined : swapTokenQuery(kit, networkId, address)),
      [kit, networkId, address],
    ),
  )
  if (requested === undefined || (known && !isPending)) return { status: 'found', token: known }
  if (address === undefined || answer.status === 'pending') return { status: 'looking' }
  if (answer.status === 'success') return { status: 'found', token: answer.data }
  return KitError.is(answer.error, 'actionNotAllowed')
    ? { status: 'missing', address }
    : { status: 'failed', error: answer.error, retry: refetch }
}
