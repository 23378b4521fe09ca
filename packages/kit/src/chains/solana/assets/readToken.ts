import { cleanText } from '../../../core/text/cleanText.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { tokenProgram } from '../provider/programs.ts'
import { readMint } from '../wire/tokens.ts'

/** The maximum length of a symbol, in characters. */
const symbolCharacters = 16

/**
 * The decimals and the symbol of a token. The symbol comes from the mint (Token-2022), else from
 * the Metaplex metadata. Without both, it is the shortened address.
 * @throws KitError actionNotAllowed when the address is no token; the node's errors
 */
export async function readToken(
  chain: Chain,
  address: string,
): Promise<{ address: string; symbol: string; decimals: number }> {
  const [account] = await chain.accounts([address])
  const mint = readMint(account)
  if (!mint) throw kitError('actionNotAllowed', { details: 'There is no token at this address.' })
  const isInMetaplex =
    mint.symbol === undefined &&
    (mint.program === tokenProgram ||
      (mint.metadataAt !== undefined && mint.metadataAt !== address))
  const metaplexSymbol = isInMetaplex
    ? await orUndefined(
        import('./readSymbol.lazy.ts').then(({ readSymbol }) => readSymbol(chain, address)),
      )
    : undefined
  const symbol = cleanText(mint.symbol ?? metaplexSymbol, symbolCharacters)
  return {
    address,
    symbol: symbol || `${address.slice(0, 4)}…${address.slice(-4)}`,
    decimals: mint.decimals,
  }
}
