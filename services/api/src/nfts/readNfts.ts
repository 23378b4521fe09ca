import {
  decodeFunctionResult,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  type Hex as Bytes,
} from 'viem'
import { counts } from '@latchkey/protocol/limits'
import { readLimited } from '@latchkey/server/readLimited'
import { withLimit } from '@latchkey/server/waiting'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { kinds, type Kind } from '../db/schema.ts'
import type { Chain, EvmChain } from '../providers/chain.ts'
import { multicall } from '../providers/multicall.ts'
import { readMintLinks } from '../solana/readMints.ts'
import { NodesError } from '../providers/nodes.ts'
import { readApart } from '../providers/readApart.ts'
import { parseDataUri } from './dataUri.ts'
import { throughGateway, type Gateways } from './gateways.ts'
import { noMetadata, readMetadata, type Metadata } from './metadata.ts'

/** Milliseconds for one description from a gateway. */
const fetchLimit = 3_000
const abi = parseAbi([
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])

/** One NFT, or several copies of it. */
export type NftId = { token: Hex; kind: Kind; tokenId: bigint }

/**
 * The metadata of NFTs, in the same order. Empty where it cannot be loaded, undefined where no node
 * answers now.
 * @throws NodesError when no node answers; the signal's reason
 */
export async function readNfts(
  chain: Chain,
  wanted: readonly NftId[],
  options: { gateways: Gateways; fetch: typeof fetch; signal: AbortSignal },
): Promise<(Metadata | undefined)[]> {
  const links = await (chain.namespace === 'solana'
    ? readMintLinks(chain, wanted, options.signal)
    : readLinks(chain, wanted, options.signal))
  return Promise.all(
    links.map((link) =>
      link instanceof NodesError
        ? undefined
        : link === undefined
          ? noMetadata
          : readLink(link, options),
    ),
  )
}

/** The URLs of the metadata, from the contracts. */
function readLinks(
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
    // ERC-1155: the client inserts the id, 64 hex digits in lower case
    return decodeFunctionResult({ abi, functionName: 'uri', data: answer }).replaceAll(
      '{id}',
      numberToHex(tokenId, { size: 32 }).slice(2),
    )
  } catch {
    return undefined // a contract may answer anything
  }
}

async function readLink(
  link: string,
  {
    gateways,
    fetch,
    signal,
  }: { gateways: Gateways; fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<Metadata> {
  if (/^data:/i.test(link))
    return readMetadata(
      parseDataUri(link, 2 * counts.nftMetadataBytes)?.bytes.toString() ?? '',
      gateways,
    )
  const address = throughGateway(link.slice(0, counts.walletLink), gateways)
  if (address === undefined) return noMetadata
  try {
    return readMetadata(
      await withLimit(fetchLimit, signal, (limited) => fetchJson(address, fetch, limited)),
      gateways,
    )
  } catch {
    signal.throwIfAborted()
    return noMetadata // an NFT without readable metadata is still an NFT
  }
}

async function fetchJson(
  address: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(address, {
    signal,
    headers: { accept: 'application/json' },
    redirect: 'error',
  })
  if (response.ok) return (await readLimited(response.body, counts.nftMetadataBytes)).toString()
  await response.body?.cancel()
  return ''
}
