import { encodeFunctionData, erc20Abi, hexToBigInt, hexToString, size, slice, type Hex, decodeFunctionResult } from 'viem'
import { cleanText } from '../cleanText.ts'
import type { ListedToken } from '../options.ts'
import type { Chain } from './chain.ts'
import { multicall } from './multicall.ts'
import { NodesError } from './nodes.ts'

/** Digits after the point beyond which something is no token that anybody could use. */
const mostDecimals = 36

/**
 * What tokens outside the token list say of themselves, made fit to be shown. What is no token is left out.
 * Source: ERC-20 `name`, `symbol` (string, or bytes32 in old contracts), `decimals`.
 * @throws NodesError
 */
export async function readTokens(chain: Chain, addresses: readonly `0x${string}`[], signal: AbortSignal): Promise<ListedToken[]> {
  const answers = await multicall(chain, addresses.flatMap((address) => [
    { target: address, callData: encodeFunctionData({ abi: erc20Abi, functionName: 'name' }) },
    { target: address, callData: encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' }) },
    { target: address, callData: encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }) },
  ]), signal)
  return addresses.flatMap((address, index) => {
    const [name, symbol, decimals] = answers.slice(3 * index, 3 * index + 3)
    const token = { address, name: text(name), symbol: text(symbol), decimals: number(decimals) }
    if (token.symbol === '' || token.decimals > mostDecimals) return []
    return [{ ...token, name: token.name || token.symbol }]
  })
}

/**
 * The same, first of all at once; when one of them makes that fail, of each by itself, and without those that fail.
 * @throws NodesError when the chain can't be read at all; the signal's reason
 */
export async function readTokensApart(chain: Chain, addresses: readonly `0x${string}`[], signal: AbortSignal): Promise<ListedToken[]> {
  try {
    return await readTokens(chain, addresses, signal)
  } catch (error) {
    if (!(error instanceof NodesError) || addresses.length < 2) throw error
  }
  const each = await Promise.allSettled(addresses.map((address) => readTokens(chain, [address], signal)))
  signal.throwIfAborted()
  return each.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

function text(answer: Hex | undefined): string {
  if (!answer || size(answer) < 32) return ''
  if (size(answer) === 32) return cleanText(hexToString(answer).replaceAll('\0', ''))
  try {
    return cleanText(decodeFunctionResult({ abi: erc20Abi, functionName: 'name', data: answer }))
  } catch {
    return '' // a contract may answer anything: it is then no token
  }
}

function number(answer: Hex | undefined): number {
  return answer && size(answer) >= 32 ? Number(hexToBigInt(slice(answer, 0, 32))) : Infinity
}
