import { kinds } from '../../../db/schema.ts'
import type { NftFacts, ReadLabels } from '../../chainReader.ts'
import { soleKey } from '../../soleKey.ts'
import type { EvmChain } from '../evmChain.ts'
import { nftName } from './nftName.ts'
import { readLinks } from './readLinks.ts'
import type { Indexer } from '../../../indexer/chainStatus.ts'

const nftKinds = [kinds.erc721, kinds.erc1155]

/** Reads the NFTs of an EVM chain. Only the index can list the NFTs of an account. */
export function evmNfts(
  chain: EvmChain,
  { indexer, labels }: { indexer: () => Indexer | undefined; labels: ReadLabels },
): NftFacts {
  return {
    isListed: chain.index !== undefined,
    isBehind: () => indexer()?.isBehind(chain.networkId) ?? false,
    async list(account) {
      const index = await indexer()?.index(chain.networkId)
      return index && ((after, max) => index.heldBy(soleKey(account), nftKinds, after, max))
    },
    labels,
    links: (nfts, signal) => readLinks(chain, nfts, signal),
    describe({ token, kind, tokenId }, ownName, { label }) {
      const trusted = chain.collections.find(({ address }) => address === token)
      const name = trusted?.name ?? label?.name ?? ''
      return {
        standard: kind === kinds.erc721 ? 'ERC721' : 'ERC1155',
        name: nftName(ownName, name, tokenId),
        collection: { name, symbol: label?.symbol ?? '' },
        isTrusted: trusted !== undefined,
      }
    },
  }
}
