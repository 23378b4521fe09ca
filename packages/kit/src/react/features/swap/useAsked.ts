import { isSameAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import { useEffect, useMemo } from 'react'
import { KitError } from '../../../core/KitError.ts'
import type { SwapToken } from '../../../core/facets/swap.ts'
import { swapTokenQuery } from '../../../swap/swapTokensQuery.ts'
import { writtenAmount } from '../../../send/amount/writtenAmount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import type { SwapDraft } from './index.ts'
import { useSetDraft } from './useDraft.ts'
import type { useSwapTokens } from './useSwapTokens.ts'

type Listed = ReturnType<typeof useSwapTokens>
type Missing = { status: 'missing'; address: string }
type Failed = { status: 'failed'; error: Error; retry: () => void }

/**
 * What keeps a site's tokens from the form; `none` once they are in the draft. `elsewhere`: they
 * are on another network. `missing`: there is no token at an address, and `leave` goes on without
 * it.
 */
export type AskedState =
  | { status: 'none' | 'looking' }
  | { status: 'elsewhere'; networkId: NetworkId }
  | Failed
  | (Missing & { leave: () => void })

/** Finds the tokens that a site asks for, by their addresses, and enters them with the amount. */
export function useAsked(draft: SwapDraft | undefined, listed: Listed): AskedState {
  const set = useSetDraft()
  const locale = useFormatLocale()
  const asked = draft?.asked
  const target = asked?.networkId
  const isHere = target === undefined || target === listed.networkId
  const [from, to] = [
    useToken(isHere ? asked?.from : undefined, listed),
    useToken(isHere ? asked?.to : undefined, listed),
  ]
  const sides = [from, to]
  const tokenOf = (side: Sought) => (side.status === 'found' ? side.token : undefined)
  // the amount is of the site's token to pay with: no other gets it
  const amount =
    from.status === 'found' && asked?.amount !== undefined
      ? writtenAmount(asked.amount, locale)
      : undefined
  const enter = () => set({ from: tokenOf(from), to: tokenOf(to), amount, asked: undefined })
  const isFound = asked !== undefined && isHere && sides.every(({ status }) => status === 'found')
  useEffect(() => {
    if (isFound) enter()
  })
  if (!asked) return { status: 'none' }
  if (!isHere) return { status: 'elsewhere', networkId: target }
  if (isFound || sides.some(({ status }) => status === 'looking')) return { status: 'looking' }
  const failed = sides.find((side): side is Failed => side.status === 'failed')
  const missing = sides.find((side): side is Missing => side.status === 'missing')
  return failed ?? (missing ? { ...missing, leave: enter } : { status: 'looking' })
}

type Sought =
  | { status: 'looking' }
  | { status: 'found'; token: SwapToken | undefined }
  | Missing
  | Failed

/**
 * One token that a site asks for: from the list and the balances, else as the service or its
 * contract tells.
 */
function useToken(
  asked: string | undefined,
  { networkId, tokens, native, isPending }: Listed,
): Sought {
  const kit = useKit()
  const isNative =
    asked !== undefined &&
    // by the address that APIs have for it
    (asked === 'native' || isSameAddress(asked, native.id.slice(networkId.length + 1)))
  const known = isNative
    ? native
    : tokens.find(
        ({ address }) =>
          address !== undefined && asked !== undefined && isSameAddress(address, asked),
      )
  const address = known || isPending ? undefined : asked
  const { refetch, ...answer } = useQuery(
    useMemo(
      () => (address === undefined ? undefined : swapTokenQuery(kit, networkId, address)),
      [kit, networkId, address],
    ),
  )
  if (asked === undefined || (known && !isPending)) return { status: 'found', token: known }
  if (address === undefined || answer.status === 'pending') return { status: 'looking' }
  if (answer.status === 'success') return { status: 'found', token: answer.data }
  return KitError.is(answer.error, 'actionNotAllowed')
    ? { status: 'missing', address }
    : { status: 'failed', error: answer.error, retry: refetch }
}
