import {
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
  isHex,
  multicall3Abi,
  size,
  slice,
  type Hex,
} from 'viem'
import type { ListedToken } from '../../../optionParts.ts'
import { nativeToken, type Holding } from '../../../providers/holdings.ts'
import { NodesError } from '../../../providers/nodes.ts'
import { readApart } from '../../../providers/readApart.ts'
import type { EvmChain } from '../evmChain.ts'
import { multicall } from '../nodes/multicall.ts'

/**
 * The account's native coin and all listed tokens, read in combined calls. The balance of a token
 * that fails there is read once more alone.
 * @throws NodesError
 */
export async function readListedHoldings(
  chain: EvmChain,
  owner: `0x${string}`,
  signal: AbortSignal,
): Promise<Holding[]> {
  const coin = {
    target: chain.multicall3,
    callData: encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'getEthBalance',
      args: [owner],
    }),
  }
  const answers = await multicall(
    chain,
    [coin, ...chain.tokens.map((token) => balanceOf(token, owner))],
    signal,
  )
  const coins = amount(answers[0])
  if (coins === undefined) throw new NodesError('The node did not tell the native balance')
  return [
    { token: nativeToken(chain), amount: coins, listed: true },
    ...(await Promise.all(
      chain.tokens.map(async (token, index) => ({
        token,
        amount: amount(answers[index + 1]) ?? (await readAlone(chain, token, owner, signal)),
        listed: true,
      })),
    )),
  ]
}

/**
 * Reads a balance again that could not be read together with others. 0 if the contract refuses, or
 * does not exist.
 * @throws NodesError when the nodes do not answer; then the balance is unknown
 */
async function readAlone(
  chain: EvmChain,
  token: ListedToken,
  owner: Hex,
  signal: AbortSignal,
): Promise<bigint> {
  const { target, callData } = balanceOf(token, owner)
  try {
    const answer = await chain.nodes.request(
      'eth_call',
      [{ to: target, data: callData }, 'latest'],
      signal,
    )
    if (!isHex(answer))
      throw new NodesError('The node answered a call with something that is not hex')
    return amount(answer) ?? 0n
  } catch (error) {
    if (error instanceof NodesError && error.isRevert) return 0n
    throw error
  }
}

/**
 * Reads an account's amounts of unlisted tokens, in order. 0 if the contract refuses; undefined if
 * no node answers. A contract that makes the common call fail, such as by using all gas, affects
 * only its own amount.
 * @throws NodesError when no node answers for any token
 */
export async function readUnlistedAmounts(
  chain: EvmChain,
  tokens: readonly ListedToken[],
  owner: `0x${string}`,
  signal: AbortSignal,
): Promise<(bigint | undefined)[]> {
  const answers = await readApart(tokens, (some) =>
    multicall(
      chain,
      some.map((token) => balanceOf(token, owner)),
      signal,
    ),
  )
  return Promise.all(
    tokens.map(async (token, index) => {
      const answer = answers[index]
      if (answer instanceof NodesError) return undefined
      return amount(answer) ?? readAlone(chain, token, owner, signal).catch(orUndefined)
    }),
  )
}

function orUndefined(error: unknown): undefined {
  if (!(error instanceof NodesError)) throw error
}

function balanceOf(token: ListedToken, owner: `0x${string}`) {
  return {
    target: token.address,
    callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
  }
}

function amount(answer: Hex | undefined): bigint | undefined {
  return answer && size(answer) >= 32 ? hexToBigInt(slice(answer, 0, 32)) : undefined
}
