import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { FindHeld } from '../history/findHeld.ts'
import type { EvmChain } from './chain.ts'
import type { ChainState, Holdings } from './chainState.ts'
import type { AccountHoldings } from './holdings.ts'
import { NodesError } from './nodes.ts'

type HoldingsParameters = {
  owner: `0x${string}`
  named: readonly `0x${string}`[] | undefined
  signal: AbortSignal
}
type Readers = { state: ChainState; findHeld: FindHeld }

/**
 * The holdings of an account: the coin, the listed tokens, the tokens that the request names, and
 * those that only the index knows. With `named`, listed tokens are read past the cache.
 * @throws NodesError
 */
export async function readEvmHoldings(
  readers: Readers,
  chain: EvmChain,
  { owner, named, signal }: HoldingsParameters,
): Promise<AccountHoldings> {
  const { state } = readers
  const [own, others, prices] = await Promise.all([
    named ? state.freshHoldings(chain, owner, signal) : state.holdings(chain, owner, signal),
    Promise.all([
      readNamed(state, chain, { owner, named, signal }),
      readFound(readers, chain, owner, signal),
    ]),
    state.prices(chain, signal),
  ])
  const all = [own, ...others.map((part) => part.holdings)].flat()
  const holdings = [
    ...new Map(all.toReversed().map((holding) => [holding.token.address, holding])).values(),
  ].toReversed()
  const more = await state.unlistedPrices(
    chain,
    holdings.filter(({ listed, amount }) => !listed && amount > 0n).map(({ token }) => token),
    signal,
  )
  return {
    holdings,
    prices: new Map([...more, ...prices]),
    isComplete: others.every((part) => part.isComplete),
  }
}

/** Tokens that the request names, but not the list. */
async function readNamed(
  state: ChainState,
  chain: EvmChain,
  { owner, named = [], signal }: HoldingsParameters,
): Promise<Holdings> {
  const strange = named.filter(
    (address) =>
      address !== nativeTokenAddress && !chain.tokens.some((token) => token.address === address),
  )
  if (strange.length === 0) return { holdings: [], isComplete: true }
  try {
    return await state.namedHoldings(chain, owner, strange, signal)
  } catch (error) {
    if (error instanceof NodesError) return missing
    throw error
  }
}

/** Tokens that only the index knows. The balance is answered without them when the index fails. */
async function readFound(
  { findHeld, state }: Readers,
  chain: EvmChain,
  owner: `0x${string}`,
  signal: AbortSignal,
): Promise<Holdings> {
  const held = await findHeld(chain, owner, signal).catch(() => undefined)
  signal.throwIfAborted()
  return held
    ? {
        holdings: await state.foundHoldings(chain, owner, held.found, signal),
        isComplete: held.isComplete,
      }
    : missing
}

const missing: Holdings = { holdings: [], isComplete: false }
