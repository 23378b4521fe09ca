import { isImitation, isLure } from '../../../history/spam.ts'
import { nativeToken, type AccountHoldings, type Holding } from '../../../providers/holdings.ts'
import { NodesError } from '../../../providers/nodes.ts'
import { PricesError } from '../../../providers/prices.ts'
import { tokenOf, type TokenLabel } from '../../../providers/tokenLabel.ts'
import type { Key } from '../../chainReader.ts'
import type { SolanaChain } from '../solanaChain.ts'
import type { Asset } from './readAssets.ts'
import type { SolanaTokens } from './SolanaTokens.ts'

/**
 * Maximum of unlisted tokens that are described for one account. Tokens that the request names do
 * not count.
 */
const max = 100

type HoldingsParameters = { owner: Key; named: readonly Key[] | undefined; signal: AbortSignal }

/**
 * What an account holds: the coin, the listed tokens, and other tokens with their own metadata.
 * Spam that `named` does not contain and NFTs (mints without decimals) are left out. With `named`,
 * all amounts are read without the cache.
 * @throws NodesError
 */
export async function readSolanaHoldings(
  chain: SolanaChain,
  reader: SolanaTokens,
  { owner, named, signal }: HoldingsParameters,
): Promise<AccountHoldings> {
  const [{ coins, tokens }, prices] = await Promise.all([
    named ? reader.freshAssets(owner, signal) : reader.assets(owner, signal),
    reader.prices(signal).catch(noneOfSource), // a balance is useful without prices
  ])
  const amounts = new Map(tokens.map((token) => [token.mint, token]))
  const listed = chain.tokens.flatMap((token): Holding[] => [
    { token, amount: amounts.get(token.address)?.amount ?? 0n, listed: true },
  ])
  const others = tokens.filter(
    ({ mint, decimals }) => decimals > 0 && !chain.tokens.some(({ address }) => address === mint),
  )
  const isNamed = ({ mint }: Asset) => named?.includes(mint) === true
  const wanted = [
    ...others.filter(isNamed),
    ...others.filter((entry) => !isNamed(entry)).slice(0, max),
  ]
  const labels = await reader
    .labels(
      wanted.map(({ mint }) => mint),
      signal,
    )
    .catch(noneIfDown)
  const symbols = [chain.nativeCurrency.symbol, ...chain.tokens.map(({ symbol }) => symbol)]
  const found = wanted.flatMap((asset): Holding[] => {
    const label = labels.get(asset.mint)
    const token =
      label &&
      (isNamed(asset) || (!isLure(label.name, label.symbol) && !isImitation(label.symbol, symbols)))
        ? tokenOf({ ...label, decimals: asset.decimals })
        : undefined
    return token ? [{ token, amount: asset.amount, listed: false }] : []
  })
  return {
    holdings: [{ token: nativeToken(chain), amount: coins, listed: true }, ...listed, ...found],
    prices,
    isComplete: labels.size === wanted.length,
  }
}

function noneIfDown(error: unknown): ReadonlyMap<string, TokenLabel | null> {
  if (error instanceof NodesError) return new Map()
  throw error
}

function noneOfSource(error: unknown): ReadonlyMap<string, number> {
  if (error instanceof PricesError) return new Map()
  throw error
}
