import { getPrice } from '@latchkey/protocol/walletPrices'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import type { Address } from '../decode/Effect.ts'

/** Milliseconds for a price. A screen never waits for it. */
const patience = 3_000

/**
 * Asks once for the price of one whole token in US dollars, or without a token for that of the
 * network's currency. Undefined if it is not known.
 */
export function usePrice(
  { server }: Pick<Wallet, 'server'>,
  { networkId }: Network,
  token: Address | undefined,
): number | 'loading' | undefined {
  const loaded = useLoaded((signal) =>
    server.call(
      getPrice,
      { networkId, ...(token && { token }) },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]) },
    ),
  )
  if (loaded.status === 'loading') return 'loading'
  return loaded.status === 'done' ? (loaded.value.price ?? undefined) : undefined
}
