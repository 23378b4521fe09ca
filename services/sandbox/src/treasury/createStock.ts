import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { Hex, SoldChain } from '../chain/soldChain.ts'
import { sumOwed } from '../orders/orderStore.ts'
import type { Service } from '../service.ts'

/** Milliseconds for which the stock of a token is cached. */
const lifetime = 3_000

/** Reads how much of a token the treasury can sell. */
export type Stock = {
  /**
   * The number of units that can be sold: the treasury's balance minus the owed amount, and for the
   * coin also minus the cost of payouts. Zero where the treasury cannot pay this cost.
   * @throws NodesError; DatabaseError; the signal's reason
   */
  of(chain: SoldChain, token: Hex, signal: AbortSignal): Promise<bigint>
}

/** Makes the reader of the stock. It uses the balances on the chain and the stored orders. */
export function createStock({ access, now }: Pick<Service, 'access' | 'now'>): Stock {
  const [owed, reserved, available] = [
    createSharedCache<ReadonlyMap<Hex, bigint>>({ lifetime, max: 100, now }),
    createSharedCache<bigint>({ lifetime, max: 100, now }),
    createSharedCache<bigint>({ lifetime, max: 10_000, now }),
  ]

  const owedOf = (networkId: string, signal: AbortSignal) =>
    owed.get(networkId, () => access.run((queries) => sumOwed(queries, networkId, now())), signal)
  const balance = (chain: SoldChain, token: Hex, signal: AbortSignal) =>
    available.get(`${chain.networkId} ${token}`, (stop) => chain.balance(token, stop), signal)
  const reserve = (chain: SoldChain, signal: AbortSignal) =>
    reserved.get(chain.networkId, (stop) => chain.reserve(stop), signal)

  async function sellable(chain: SoldChain, token: Hex, signal: AbortSignal): Promise<bigint> {
    const [has, owes] = [await balance(chain, token, signal), await owedOf(chain.networkId, signal)]
    return has - (owes.get(token) ?? 0n)
  }

  return {
    async of(chain, token, signal) {
      const coins =
        (await sellable(chain, nativeTokenAddress, signal)) - (await reserve(chain, signal))
      const units =
        coins <= 0n
          ? 0n
          : token === nativeTokenAddress
            ? coins
            : await sellable(chain, token, signal)
      return units > 0n ? units : 0n
    },
  }
}
