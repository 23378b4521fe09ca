import {
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
  hexToString,
  size,
  slice,
  type Hex,
  decodeFunctionResult,
} from 'viem'
import { cleanText } from '../../../cleanText.ts'
import type { ListedToken } from '../../../optionParts.ts'
import type { NodesError } from '../../../providers/nodes.ts'
import { readApart } from '../../../providers/readApart.ts'
import { tokenOf, type TokenLabel } from '../../../providers/tokenLabel.ts'
import type { EvmChain } from '../evmChain.ts'
import { multicall } from '../nodes/multicall.ts'

/** Maximum of decimals that a usable token has. */
const maxDecimals = 36

/**
 * The metadata of unlisted tokens, cleaned so that they can be shown. Contracts that are not tokens
 * are left out. Source: ERC-20 `name`, `symbol` (a string, or bytes32 in old contracts), `decimals`
 * @throws NodesError
 */
export async function readTokens(
  chain: EvmChain,
  addresses: readonly `0x${string}`[],
  signal: AbortSignal,
): Promise<ListedToken[]> {
  const labels = await readLabels(chain, addresses, signal)
  return labels.flatMap((label) => tokenOf(label) ?? [])
}

/**
 * The names of unlisted contracts, in order. {@link readApart} explains the result.
 * @throws NodesError when no node answers
 */
export function readLabelsApart(
  chain: EvmChain,
  addresses: readonly `0x${string}`[],
  signal: AbortSignal,
): Promise<readonly (TokenLabel | undefined | NodesError)[]> {
  return readApart(addresses, (some) => readLabels(chain, some, signal))
}

async function readLabels(
  chain: EvmChain,
  addresses: readonly `0x${string}`[],
  signal: AbortSignal,
): Promise<TokenLabel[]> {
  const answers = await multicall(
    chain,
    addresses.flatMap((address) => [
      { target: address, callData: encodeFunctionData({ abi: erc20Abi, functionName: 'name' }) },
      { target: address, callData: encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' }) },
      {
        target: address,
        callData: encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }),
      },
    ]),
    signal,
  )
  return addresses.map((address, index) => {
    const [name, symbol, answer] = answers.slice(3 * index, 3 * index + 3)
    const decimals = number(answer)
    return {
      address,
      name: text(name),
      symbol: text(symbol),
      decimals: decimals <= maxDecimals ? decimals : undefined,
    }
  })
}

function text(answer: Hex | undefined): string {
  if (!answer || size(answer) < 32) return ''
  if (size(answer) === 32) return cleanText(hexToString(answer).replaceAll('\0', ''))
  try {
    return cleanText(decodeFunctionResult({ abi: erc20Abi, functionName: 'name', data: answer }))
  } catch {
    return '' // the contract's answer is not a text, so it is not a token
  }
}

function number(answer: Hex | undefined): number {
  return answer && size(answer) >= 32 ? Number(hexToBigInt(slice(answer, 0, 32))) : Infinity
}
