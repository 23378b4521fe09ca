import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { AccountHoldings } from '../../../providers/holdings.ts'
import { NodesError } from '../../../providers/nodes.ts'
import type { Key } from '../../chainReader.ts'
import type { EvmChain } from '../evmChain.ts'
import type { EvmTokens, Holdings } from './EvmTokens.ts'
import type { FindHeld } from './findHeld.ts'

type HoldingsParameters = { owner: Key; named: readonly Key[] | undefined; signal: AbortSignal }
type Readers = { tokens: EvmTokens; findHeld: FindHeld }

/**
 * What an account holds: the coin, the listed tokens, tokens that the request names, and tokens
 * that only the index has found. With `named`, listed tokens are read without the cache.
 * @throws NodesError
 */
export async function readEvmHoldings(
  chain: EvmChain,
  readers: Readers,
  { owner, named, signal }: HoldingsParameters,
): Promise<AccountHoldings> {
  const { tokens } = readers
  const [own, others, prices] = await Promise.all([
    named ? tokens.freshListed(owner, signal) : tokens.listed(owner, signal),
    Promise.all([
      readNamed(chain, tokens, { owner, named, signal }),
      readFound(readers, owner, signal),
    ]),
    tokens.prices(signal),
  ])
  const all = [own, ...others.map((part) => part.holdings)].flat()
  const holdings = [
    ...new Map(all.toReversed().map((holding) => [holding.token.address, holding])).values(),
  ].toReversed()
  const more = await tokens.unlistedPrices(
    holdings.filter(({ listed, amount }) => !listed && amount > 0n).map(({ token }) => token),
    signal,
  )
  return {
    holdings,
    prices: new Map([...more, ...prices]),
    isComplete: others.every((part) => part.isComplete),
  }
}

/** Tokens that the request names and that are not listed. */
async function readNamed(
  chain: EvmChain,
  tokens: EvmTokens,
  { owner, named = [], signal }: HoldingsParameters,
): Promise<Holdings> {
  const unlisted = named.filter(
    (address) =>
      address !== nativeTokenAddress && !chain.tokens.some((token) => token.address === address),
  )
  if (unlisted.length === 0) return { holdings: [], isComplete: true }
  try {
    return await tokens.named(owner, unlisted, signal)
  } catch (error) {
    if (error instanceof NodesError) return missing
    throw error
  }
}

/**
 * Tokens that only the index has found. If the index fails, the balance is answered without them.
 */
async function readFound(
  { findHeld, tokens }: Readers,
  owner: Key,
  signal: AbortSignal,
): Promise<Holdings> {
  const held = await findHeld(owner, signal).catch(() => undefined)
  signal.throwIfAborted()
  return held
    ? {
        holdings: await tokens.found(owner, held.found, signal),
        isComplete: held.isComplete,
      }
    : missing
}

const missing: Holdings = { holdings: [], isComplete: false }
