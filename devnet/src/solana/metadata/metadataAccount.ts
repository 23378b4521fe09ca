import { fromBase58 } from '@latchkey/protocol/base58'
import type { Chain } from '../chain/chain.ts'
import type { SolanaDeployment } from '../deployment.ts'

/** Metaplex's program for token metadata. */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/**
 * The number of bytes of each text, padded with zeros, and of the whole account. Source:
 * mpl-token-metadata, `Metadata`
 */
const sizes = { name: 32, symbol: 10, uri: 200, account: 607 }
const rent = 5_115_600n
/** Metaplex's numbers for the kinds of tokens: an NFT, and a token with many units. */
const standards = { nonFungible: 0, fungible: 2 }

/** The metadata of a mint. `authority` is the address that may change it, base58. */
export type Described = {
  mint: string
  authority: string
  name: string
  symbol: string
  uri: string
  isFungible: boolean
  collection?: string | undefined
}

/** Encodes the metadata account of a mint, as Metaplex's program writes it. */
export function metadataAccount({
  mint,
  authority,
  name,
  symbol,
  uri,
  isFungible,
  collection,
}: Described): Uint8Array {
  const text = (value: string, size: number) => {
    const filled = Buffer.alloc(4 + size)
    filled.writeUInt32LE(size)
    filled.write(value, 4, size)
    return filled
  }
  const content = Buffer.concat([
    Buffer.of(4),
    fromBase58(authority),
    fromBase58(mint),
    text(name, sizes.name),
    text(symbol, sizes.symbol),
    text(uri, sizes.uri),
    Buffer.of(0, 0), // the seller's fee
    Buffer.of(1, 1, 0, 0, 0),
    fromBase58(authority),
    Buffer.of(1, 100), // one author, verified, with a share of 100 %
    Buffer.of(1, 1), // the first sale has happened; the metadata can be changed
    Buffer.of(1, 255),
    Buffer.of(1, isFungible ? standards.fungible : standards.nonFungible),
    collection === undefined
      ? Buffer.of(0)
      : Buffer.concat([Buffer.of(1, 1), fromBase58(collection)]), // a verified collection
  ])
  return Buffer.concat([content], sizes.account)
}

/**
 * Writes the metadata accounts of the baked mints. Metaplex's program itself is not on the chain
 * because of its licence; clients only read its accounts.
 */
export function writeMetadataAccounts(
  { accounts }: Chain,
  { tokens, nfts, accounts: people }: SolanaDeployment,
  origin: string,
): void {
  const authority = people.find(({ role }) => role === 'deployer')?.address ?? ''
  const described = [
    ...tokens.map(({ metadataAccount: place, mint, name, symbol }) => ({
      place,
      mint,
      name,
      symbol,
      uri: `${origin}/metadata/${symbol.toLowerCase()}.json`,
      isFungible: true,
    })),
    ...nfts.map(({ metadataAccount: place, mint, name, symbol, metadata, collection }) => ({
      place,
      mint,
      name,
      symbol,
      uri: `${origin}${metadata}`,
      isFungible: false,
      collection,
    })),
  ]
  for (const { place, ...one } of described)
    if (place !== undefined)
      accounts.write(place, {
        lamports: rent,
        owner: metadataProgram,
        executable: false,
        data: metadataAccount({ ...one, authority }),
      })
}
