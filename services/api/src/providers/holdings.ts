import { encodeFunctionData, erc20Abi, hexToBigInt, multicall3Abi, size, slice, type Hex } from 'viem'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { ListedToken } from '../options.ts'
import type { Chain } from './chain.ts'
import { multicall } from './multicall.ts'
import { NodesError } from './nodes.ts'

/** How much of a token somebody holds, in its smallest unit. The native token has the address 0xeeee…. */
export type Holding = { token: ListedToken; amount: bigint; listed: boolean }

/** The chain's own coin, written as a token. */
export function nativeToken(chain: Chain): ListedToken {
  return { address: nativeTokenAddress, ...chain.nativeCurrency }
}

/**
 * The native coin and every token of the chain's list, all of one block.
 * @throws NodesError
 */
export async function readListedHoldings(chain: Chain, owner: `0x${string}`, signal: AbortSignal): Promise<Holding[]> {
  const coin = { target: chain.multicall3, callData: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [owner] }) }
  const answers = await multicall(chain, [coin, ...chain.tokens.map((token) => balanceOf(token, owner))], signal)
  const coins = amount(answers[0])
  if (coins === undefined) throw new NodesError('The node did not tell the native balance')
  return [
    { token: nativeToken(chain), amount: coins, listed: true },
    ...chain.tokens.map((token, index) => ({ token, amount: amount(answers[index + 1]) ?? 0n, listed: true })),
  ]
}

/**
 * Holdings of tokens outside the list. Apart from the others, so that a hostile token spoils only this call.
 * @throws NodesError
 */
export async function readUnlistedHoldings(
  chain: Chain,
  tokens: readonly ListedToken[],
  owner: `0x${string}`,
  signal: AbortSignal,
): Promise<Holding[]> {
  const answers = await multicall(chain, tokens.map((token) => balanceOf(token, owner)), signal)
  return tokens.map((token, index) => ({ token, amount: amount(answers[index]) ?? 0n, listed: false }))
}

function balanceOf(token: ListedToken, owner: `0x${string}`) {
  return { target: token.address, callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }) }
}

function amount(answer: Hex | undefined): bigint | undefined {
  return answer && size(answer) >= 32 ? hexToBigInt(slice(answer, 0, 32)) : undefined
}
