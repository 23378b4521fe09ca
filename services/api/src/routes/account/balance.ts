import { formatUnits } from 'viem'
import { accountBalance as endpoint, unavailableHeader, type TokenBalance } from '@latchkey/protocol/api'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { Currency } from '@latchkey/protocol/currencies'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { ApiError, unavailable } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { baseUrl } from '../../http/baseUrl.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import type { Chain } from '../../providers/chain.ts'
import type { Holdings } from '../../providers/chainState.ts'
import type { Holding } from '../../providers/holdings.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { Service } from '../../service.ts'
import { tokenImageUrl } from '../public/getTokenImage.ts'

type Asked = { owner: `0x${string}`; rate: number; forced: Map<string, `0x${string}`[]>; base: string; signal: AbortSignal }

/**
 * The tokens of an account, dearest first. A chain that does not answer is left out and named in `x-latchkey-unavailable`; a chain
 * whose rows are incomplete is named there, too. When none answers, 503. Source: blockchain API contract, section 5.
 */
export function balance(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const chains = query.chainId === undefined ? service.chains : [service.chain(query.chainId)]
      const forced = byNetwork(query.forceUpdate, service)
      const signal = clientSignal(call)
      const rate = await currencyRate(service, query.currency, signal)
      const asked = { owner: query.address, rate, forced, base: baseUrl(call, service), signal }
      const parts = await Promise.all(chains.map((chain) => orNodesError(readRows(service, chain, asked))))
      const down = chains.filter((_, index) => parts[index] instanceof NodesError)
      const cause = parts.find((part) => part instanceof NodesError)
      if (down.length === chains.length) throw unavailable('chainId', 'Token Balance Unavailable', cause)
      const lacking = chains.filter((_, index) => isLacking(parts[index]))
      if (lacking.length > 0) call.header(unavailableHeader, lacking.map((chain) => chain.networkId).join(','))
      const balances = parts.flatMap((part) => (part instanceof NodesError ? [] : part.rows)).sort(dearestFirst)
      return answerJson(call, { balances }, { 'cache-control': 'no-store' })
    },
  }
}

const isLacking = (part: Rows | NodesError | undefined) => part instanceof NodesError || part?.isComplete === false

/** The tokens in the request by network id, without duplicates. @throws ApiError 400 */
function byNetwork(list: string | undefined, service: Service): Asked['forced'] {
  const networks = new Map<string, `0x${string}`[]>()
  for (const text of new Set(list?.toLowerCase().split(','))) {
    const { networkId, address } = parseAccountId(text)
    const token = service.chain(networkId) && /^0x[0-9a-f]{40}$/.test(address) ? (address as `0x${string}`) : undefined // checked before
    if (!token) throw new ApiError(400, 'address', 'Invalid address')
    networks.set(networkId, [...(networks.get(networkId) ?? []), token])
  }
  return networks
}

/** Units of the currency for one US dollar. @throws ApiError 400 where no source has the rate, 503 where the source is down */
export async function currencyRate(service: Service, currency: Currency, signal: AbortSignal): Promise<number> {
  const rate = await service.rates(currency, signal).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw unavailable('', 'Exchange rate unavailable', cause)
  })
  if (rate === undefined) throw new ApiError(400, 'currency', 'Unsupported currency')
  return rate
}

async function orNodesError<value>(promise: Promise<value>): Promise<value | NodesError> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof NodesError) return error
    throw error
  }
}

/** The rows of a chain, and whether they are complete. */
type Rows = { rows: TokenBalance[]; isComplete: boolean }

async function readRows(service: Service, chain: Chain, asked: Asked): Promise<Rows> {
  const { owner, rate, forced, base, signal } = asked
  const { state } = service
  const named = forced.get(chain.networkId)
  const [own, others, prices] = await Promise.all([
    named ? state.freshHoldings(chain, owner, signal) : state.holdings(chain, owner, signal),
    Promise.all([readNamed(service, chain, asked), readFound(service, chain, owner, signal)]),
    state.prices(chain, signal),
  ])
  const holdings = [own, ...others.map((part) => part.holdings)].flat()
  const once = [...new Map(holdings.toReversed().map((holding) => [holding.token.address, holding])).values()].toReversed()
  const shown = once.filter((holding) => holding.amount > 0n || holding.token.address === nativeTokenAddress)
  const more = await state.unlistedPrices(chain, shown.filter((holding) => !holding.listed).map((holding) => holding.token), signal)
  return {
    rows: shown.map((holding) => toRow(chain, holding, prices.get(holding.token.address) ?? more.get(holding.token.address), { rate, base })),
    isComplete: others.every((part) => part.isComplete),
  }
}

/** Tokens that the request names, but not the list. */
async function readNamed({ state }: Service, chain: Chain, { owner, forced, signal }: Asked): Promise<Holdings> {
  const named = (forced.get(chain.networkId) ?? []).filter((address) => address !== nativeTokenAddress && !chain.tokens.some((token) => token.address === address))
  if (named.length === 0) return { holdings: [], isComplete: true }
  const read = await orNodesError(state.namedHoldings(chain, owner, named, signal))
  return read instanceof NodesError ? missing : read
}

/** Tokens that only the index knows. The balance is answered even without the index. */
async function readFound({ findHeld, state }: Service, chain: Chain, owner: `0x${string}`, signal: AbortSignal): Promise<Holdings> {
  const account: `0x${string}` = `0x${owner.slice(2).toLowerCase()}`
  const held = await findHeld(chain, account, signal).catch(() => undefined)
  signal.throwIfAborted()
  return held ? { holdings: await state.foundHoldings(chain, owner, held.found, signal), isComplete: held.isComplete } : missing
}

const missing: Holdings = { holdings: [], isComplete: false }

/** A token without a price has the price 0, which the wire requires, and no value. */
function toRow(chain: Chain, { token, amount, listed }: Holding, dollars: number | undefined, { rate, base }: Pick<Asked, 'rate' | 'base'>): TokenBalance {
  const numeric = formatUnits(amount, token.decimals)
  const isNative = token.address === nativeTokenAddress
  return {
    name: token.name,
    symbol: token.symbol,
    chainId: chain.networkId,
    ...(!isNative && { address: `${chain.networkId}:${token.address}` }),
    ...(dollars !== undefined && { value: Number(numeric) * dollars * rate }),
    price: (dollars ?? 0) * rate,
    quantity: { decimals: String(token.decimals), numeric },
    iconUrl: tokenImageUrl(base, token.symbol, { listed }),
    ...(!listed && { verified: false }),
  }
}

/** For equal values the native coin is first; otherwise the operator's order stays. */
function dearestFirst(one: TokenBalance, other: TokenBalance): number {
  return (other.value ?? 0) - (one.value ?? 0) || Number(one.address !== undefined) - Number(other.address !== undefined)
}
