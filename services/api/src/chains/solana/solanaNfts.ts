import type { Held } from '../../chainIndex/chainIndex.ts'
import { kinds } from '../../db/schema.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { Account, NftFacts, NftList } from '../chainReader.ts'
import { soleKey } from '../soleKey.ts'
import type { SolanaChain } from './solanaChain.ts'
import { keyText } from './solanaKey.ts'
import { readMintLinks } from './tokens/readMints.ts'
import type { SolanaTokens } from './tokens/SolanaTokens.ts'

/** Number of the mint's characters that name an NFT without a name. */
const shortName = 6

/** Reads the NFTs of a Solana chain. They are mints without decimals, which the nodes can list. */
export function solanaNfts(chain: SolanaChain, tokens: SolanaTokens): NftFacts {
  return {
    isListed: true,
    isBehind: () => false,
    list: (account, signal) => listHeld(tokens, account, signal),
    labels: tokens.labels,
    links: (nfts, signal) => readMintLinks(chain, nfts, signal),
    describe({ token }, ownName, { label, group }) {
      return {
        standard: 'NFT',
        name: ownName || label?.name || keyText(token).slice(0, shortName),
        collection: {
          name: group?.name || label?.name || '',
          symbol: group?.symbol || label?.symbol || '',
        },
        isTrusted: false,
      }
    },
  }
}

async function listHeld(
  tokens: SolanaTokens,
  account: Account,
  signal: AbortSignal,
): Promise<NftList | undefined> {
  try {
    const assets = await tokens.assets(soleKey(account), signal)
    const held = assets.tokens
      .filter(({ decimals }) => decimals === 0)
      .map(({ mint, amount }): Held => ({ token: mint, kind: kinds.erc1155, tokenId: 0n, amount }))
    return async (after, max) =>
      held.filter(({ token }) => !after || token > after.token).slice(0, max)
  } catch (error) {
    if (error instanceof NodesError) return undefined
    throw error
  }
}
