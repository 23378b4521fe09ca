import {
  decodeFunctionResult,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  type Hex as Bytes,
} from 'viem'
import { kinds } from '../../../db/schema.ts'
import type { NodesError } from '../../../providers/nodes.ts'
import { readApart } from '../../../providers/readApart.ts'
import type { EvmChain } from '../evmChain.ts'
import { multicall } from '../nodes/multicall.ts'
import type { NftId } from '../../chainReader.ts'

const abi = parseAbi([
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])

/** The addresses of NFTs' metadata, as their contracts report them. */
export function readLinks(
  chain: EvmChain,
  wanted: readonly NftId[],
  signal: AbortSignal,
): Promise<readonly (string | undefined | NodesError)[]> {
  return readApart(wanted, async (some) => {
    const answers = await multicall(chain, some.map(callFor), signal)
    return answers.map((answer, index) => linkIn(answer, some[index]?.tokenId ?? 0n))
  })
}

function callFor({ token, kind, tokenId }: NftId) {
  return {
    target: token,
    callData: encodeFunctionData({
      abi,
      functionName: kind === kinds.erc721 ? 'tokenURI' : 'uri',
      args: [tokenId],
    }),
  }
}

function linkIn(answer: Bytes | undefined, tokenId: bigint): string | undefined {
  if (answer === undefined) return undefined
  try {
    // ERC-1155: the client replaces `{id}` by the id, as 64 hex digits in lower case
    return decodeFunctionResult({ abi, functionName: 'uri', data: answer }).replaceAll(
      '{id}',
      numberToHex(tokenId, { size: 32 }).slice(2),
    )
  } catch {
    return undefined // the contract's answer is not a text
  }
}
