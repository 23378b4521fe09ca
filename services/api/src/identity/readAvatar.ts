import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { counts } from '@latchkey/protocol/limits'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { kinds } from '../db/schema.ts'
import type { NftReader } from '../nfts/createNftReader.ts'
import { pictureUri } from '../nfts/dataUri.ts'
import { throughGateway, type Gateways } from '../nfts/gateways.ts'
import { multicall } from '../chains/evm/nodes/multicall.ts'
import { networkIdOf } from '../chains/evm/evmChain.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'
import type { ServedEvmChain } from '../chains/evm/EvmReader.ts'

export type AvatarOptions = {
  owner: Hex
  chains: readonly ServedEvmChain[]
  readNfts: NftReader
  gateways: Gateways
  signal: AbortSignal
}

/**
 * The picture that an `avatar` record names: a data URI, a URL through the operator's gateways, or
 * the picture of an NFT that the account really owns. Null for an https URL without a gateway,
 * because visitors' browsers would load the picture from an unknown host. The service itself never
 * requests the record's own URL. Source: ENSIP-12
 */
export async function readAvatar(record: string, options: AvatarOptions): Promise<string | null> {
  if (/^data:/i.test(record)) return pictureUri(record, counts.nftMetadataBytes) ?? null
  if (record.length > counts.walletLink) return null
  const nft = /^eip155:(\d{1,32})\/erc(721|1155):(0x[0-9a-f]{40})\/(\d{1,78})$/i.exec(record)
  if (nft) {
    const [, chainId, standard, contract = '', tokenId = ''] = nft
    return nftPicture(
      {
        networkId: networkIdOf(chainId),
        kind: standard === '721' ? kinds.erc721 : kinds.erc1155,
        token: evmKey(contract),
        tokenId: BigInt(tokenId),
      },
      options,
    )
  }
  return throughGateway(record, options.gateways) ?? null
}

const abi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function balanceOf(address, uint256) view returns (uint256)',
])

type Named = {
  networkId: string
  kind: typeof kinds.erc721 | typeof kinds.erc1155
  token: Hex
  tokenId: bigint
}

async function nftPicture(
  { networkId, kind, token, tokenId }: Named,
  { owner, chains, readNfts, signal }: AvatarOptions,
): Promise<string | null> {
  const chain = chains.find((chain) => chain.networkId === networkId)
  if (!chain) return null
  const callData =
    kind === kinds.erc721
      ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] })
      : encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner, tokenId] })
  const [answer] = await multicall(chain, [{ target: token, callData }], signal)
  if (answer === undefined || answer.length !== 66) return null
  const isOwner =
    kind === kinds.erc721
      ? evmKey(decodeFunctionResult({ abi, functionName: 'ownerOf', data: answer })) === owner
      : decodeFunctionResult({ abi, functionName: 'balanceOf', data: answer }) > 0n
  if (!isOwner) return null
  const [metadata] = await readNfts(chain, [{ token, kind, tokenId }], signal)
  return metadata?.picture ?? null
}
