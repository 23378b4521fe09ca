import { encodeFunctionData, parseAbi } from 'viem'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { gasLimit } from './gasLimit.ts'
import {
  SwapRefusedError,
  type Address,
  type SwapProvider,
  type SwapRequest,
} from './swapProvider.ts'
import { testRun } from './testRun.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'

const wrappedAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

/** Units of gas of a deposit or a withdrawal, rounded up. */
const usualGas = 46_000n

/**
 * Whether a swap is between the native coin and its wrapped token. The token's own contract
 * exchanges them one to one.
 */
export function isWrapping({
  chain,
  from,
  to,
}: Pick<SwapRequest, 'chain' | 'from' | 'to'>): boolean {
  const wrapped = chain.swap?.wrapped
  return (
    wrapped !== undefined &&
    (from === nativeTokenAddress ? to === wrapped : from === wrapped && to === nativeTokenAddress)
  )
}

/**
 * The provider that wraps and unwraps the native coin. It needs neither a pool nor an allowance.
 * Source: WETH9
 */
export const wrapProvider: SwapProvider = {
  id: 'wrap',
  name: 'Wrapping',
  serves: (chain) => chain.swap !== undefined,
  spender: wrappedOf,
  offer: async ({ chain, from, to, amount }) => ({
    amountOut: amount,
    spender: wrappedOf(chain),
    priceImpact: 0,
    fee: 0n,
    gas: usualGas,
    gasCost: undefined,
    route: [{ percent: 100, tokens: [from, to], pools: [`${chain.nativeCurrency.symbol} 1:1`] }],
  }),
  async build({ chain, from, to, amount, user, isTried }, signal) {
    const isIn = from === nativeTokenAddress
    const data = isIn
      ? encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' })
      : encodeFunctionData({ abi: wrappedAbi, functionName: 'withdraw', args: [amount] })
    const tx = { to: wrappedOf(chain), data, value: isIn ? amount : 0n }
    const trial = isTried ? await testRun(chain, { user, from, to, amount, tx }, signal) : undefined
    if (trial?.status === 'failed')
      throw new SwapRefusedError(`The transaction would fail: ${trial.reason}`)
    return {
      ...tx,
      amountOut: amount,
      minOut: amount,
      gas: gasLimit(trial?.status === 'done' ? trial.gasUsed : usualGas),
    }
  },
}

function wrappedOf(chain: EvmChain): Address {
  if (!chain.swap) throw new SwapRefusedError('The chain has no wrapped coin')
  return chain.swap.wrapped
}
