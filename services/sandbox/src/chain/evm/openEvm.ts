import { readShape } from '@latchkey/protocol/border'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { isAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chainIdOf, type CheckedChain } from '../../options.ts'
import { keyOf, type Hex, type SoldChain } from '../soldChain.ts'
import { Nodes } from './nodes.ts'
import { balanceOf, countSent, findOutcomes, maxFeeMultiple, quantity } from './payoutChain.ts'
import { signHigher, signPayout } from './signPayout.ts'

/** Gas of a payout in the coin, and in a token. It determines the network fee of an offer. */
const gas = { coin: 21_000n, token: 80_000n }
/** Gas that the treasury has to be able to pay: enough for four payouts. */
const gasLeft = 4n * gas.token

/** An EVM network with its nodes. */
export type EvmChain = CheckedChain & { chainId: number; nodes: Nodes }

/**
 * Opens an EVM network.
 * @param key the private key of the account that pays
 */
export function openEvm(
  checked: CheckedChain,
  { key, fetch }: { key: Hex; fetch: typeof globalThis.fetch },
): SoldChain {
  const chainId = chainIdOf(checked.networkId)
  const chain: EvmChain = {
    ...checked,
    chainId,
    nodes: new Nodes({ urls: checked.rpcUrls, chainId, fetch }),
  }
  const account = privateKeyToAccount(key)
  const treasury = keyOf(account.address)
  const { request } = chain.nodes
  const gasPrice = async (signal: AbortSignal) =>
    readShape(quantity, await request('eth_gasPrice', [], signal))
  const { networkId, name, nativeCurrency, tokens } = checked
  return {
    networkId,
    name,
    nativeCurrency,
    tokens,
    chainId: String(chainId),
    treasury,
    addressText: (wallet) => (isAddress(wallet) ? wallet : undefined),
    balance: (token, signal) => balanceOf(chain, treasury, token, signal),
    payoutCost: async (token, signal) =>
      (await gasPrice(signal)) * (token === nativeTokenAddress ? gas.coin : gas.token),
    reserve: async (signal) => (await gasPrice(signal)) * gasLeft * maxFeeMultiple,
    payouts: {
      async round(_, signal) {
        const count = await countSent(request, treasury, 0, signal)
        return { lostFrom: count, isUsed: ({ nonce }) => nonce < count }
      },
      nextNonce: async (next, signal) =>
        Math.max(next, await countSent(request, treasury, 0, signal)),
      outcomes: (open, depth, signal) => findOutcomes(chain, treasury, open, depth, signal),
      sign: (order, { nonce }, signal) => signPayout(chain, account, order, nonce, signal),
      signHigher: (payout, signal) => signHigher(chain, account, payout, signal),
      send: (raw, signal) => chain.nodes.send(raw, signal),
    },
  }
}
