import { encodeFunctionData, erc20Abi, hexToBigInt, isHex, multicall3Abi, size, slice, type Hex } from 'viem'
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
 * The native coin and every token of the chain's list, all of one block; what fails there is read once more.
 * @throws NodesError
 */
export async function readListedHoldings(chain: Chain, owner: `0x${string}`, signal: AbortSignal): Promise<Holding[]> {
  const coin = { target: chain.multicall3, callData: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [owner] }) }
  const answers = await multicall(chain, [coin, ...chain.tokens.map((token) => balanceOf(token, owner))], signal)
  const coins = amount(answers[0])
  if (coins === undefined) throw new NodesError('The node did not tell the native balance')
  return [
    { token: nativeToken(chain), amount: coins, listed: true },
    ...(await Promise.all(chain.tokens.map(async (token, index) => ({ token, amount: amount(answers[index + 1]) ?? (await readAlone(chain, token, owner, signal)), listed: true })))),
  ]
}

/** JSON-RPC errors by which a node refuses, whatever the contract: resource unavailable, limit exceeded. Source: EIP-1474 */
const refusals: readonly (number | undefined)[] = [-32002, -32005]

/**
 * A balance that failed among the others, asked for by itself: 0 when the contract refuses it, or there is none.
 * @throws NodesError when it is the nodes that do not answer, which says nothing about a balance
 */
async function readAlone(chain: Chain, token: ListedToken, owner: Hex, signal: AbortSignal): Promise<bigint> {
  const { target, callData } = balanceOf(token, owner)
  try {
    const answer = await chain.nodes.request('eth_call', [{ to: target, data: callData }, 'latest'], signal)
    if (!isHex(answer)) throw new NodesError('The node answered a call with something that is not hex')
    return amount(answer) ?? 0n
  } catch (error) {
    if (!(error instanceof NodesError) || error.code === undefined || refusals.includes(error.code)) throw error
    return 0n
  }
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
