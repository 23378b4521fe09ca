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
  // a kind, then two addresses, then the name and the symbol
  return account?.owner === metadataProgram ? textsIn(account.data, 65)[1] : undefined
}
