import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import type { Chain } from '../provider/chain.ts'
import { metadataProgram } from '../provider/programs.ts'
import { textsIn } from '../wire/tokens.ts'

/**
 * The symbol of a token in its Metaplex metadata; undefined without metadata. Source:
 * mpl-token-metadata, `Metadata`
 */
export async function readSymbol(chain: Chain, mint: string): Promise<string | undefined> {
  const program = address(metadataProgram)
  const { encode } = getAddressEncoder()
  const [metadataAccount] = await getProgramDerivedAddress({
    programAddress: program,
    seeds: ['metadata', encode(program), encode(address(mint))],
  })
  const [account] = await chain.accounts([metadataAccount])
  // the data has 1 byte for the kind, then two addresses, then name (0) and symbol (1) from byte 65
  return account?.owner === metadataProgram ? textsIn(account.data, 65)[1] : undefined
}
