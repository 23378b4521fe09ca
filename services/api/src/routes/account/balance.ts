import { formatUnits } from 'viem'
import {
  accountBalance as protocolEndpoint,
  unavailableHeader,
  type TokenBalance,
} from '@latchkey/protocol/api'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { Currency } from '@latchkey/protocol/currencies'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { readAccount, readToken } from '../../chains/readAccount.ts'
import { ApiError, unavailable } from '../../apiError.ts'
import type { Account, Chain, Key } from '../../chains/chainReader.ts'
import { answerJson } from '../../http/answer.ts'
import { baseUrl } from '../../http/baseUrl.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { accountEndpoint } from './accountEndpoint.ts'
import type { Holding } from '../../providers/holdings.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { Service } from '../../service.ts'
import { tokenImageUrl } from '../../icons/tokenImageUrl.ts'

type BalanceParameters = {
  account: Account
  rate: number
  forced: Map<string, Key[]>
  base: string
  signal: AbortSignal
}

/**
 * Makes the endpoint of an account's tokens, highest value first. A chain that does not answer is
 * left out. `x-latchkey-unavailable` names such chains, and chains with incomplete rows. If no
 * chain answers, the status is 503. Source: docs/contracts/api.md#balance
 */
export function balance(service: Service): Route {
  const endpoint = accountEndpoint(protocolEndpoint, service.readers)
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const account = readAccount(service.readers, query.address)
      const chains = service.chainsOf(account, query.chainId)
      const forced = byNetwork(query.forceUpdate, service)
      const signal = clientSignal(call)
      const rate = await currencyRate(service, query.currency, signal)
      const parameters = { account, rate, forced, base: baseUrl(call, service), signal }
      const parts = await Promise.all(
        chains.map((chain) => orNodesError(readRows(chain, parameters))),
      )
      const down = chains.filter((_, index) => parts[index] instanceof NodesError)
      const cause = parts.find((part) => part instanceof NodesError)
      if (down.length === chains.length)
        throw unavailable('chainId', 'Token Balance Unavailable', cause)
      const lacking = chains.filter((_, index) => isLacking(parts[index]))
      if (lacking.length > 0)
        call.header(unavailableHeader, lacking.map((chain) => chain.networkId).join(','))
      const balances = parts
        .flatMap((part) => (part instanceof NodesError ? [] : part.rows))
        .sort(byValue)
      return answerJson(call, { balances }, { 'cache-control': 'no-store' })
    },
  }
}

const isLacking = (part: Rows | NodesError | undefined) =>
  part instanceof NodesError || part?.isComplete === false

/** The tokens that the request names, by network id, without duplicates. @throws ApiError 400 */
function byNetwork(list: string | undefined, service: Service): BalanceParameters['forced'] {
  const networks = new Map<string, Key[]>()
  for (const text of new Set(list?.split(','))) {
    const { networkId, address } = parseAccountId(text)
    const token = readToken(service.chain(networkId), address)
    networks.set(networkId, [...new Set([...(networks.get(networkId) ?? []), token])])
  }
  return networks
}

/**
 * How many units of a currency one US dollar is.
 * @throws ApiError 400 if no source has the rate, 503 if the source does not answer
 */
export async function currencyRate(
  service: Service,
  currency: Currency,
  signal: AbortSignal,
): Promise<number> {
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

/** The rows of a chain. `isComplete`: whether all could be read. */
type Rows = { rows: TokenBalance[]; isComplete: boolean }

async function readRows(
  chain: Chain,
  { account, rate, forced, base, signal }: BalanceParameters,
): Promise<Rows> {
  const { holdings, prices, isComplete } = await chain.reader.holdings(account, {
    named: forced.get(chain.networkId),
    signal,
  })
  const shown = holdings.filter(
    (holding) => holding.amount > 0n || holding.token.address === nativeTokenAddress,
  )
  return {
    rows: shown.map((holding) =>
      toRow(chain, holding, prices.get(holding.token.address), { rate, base }),
    ),
    isComplete,
  }
}

/**
 * The row of a token. Without a price it has no value, and its price is 0, because the API requires
 * a number.
 */
function toRow(
  chain: Chain,
  { token, amount, listed, pending }: Holding,
  dollars: number | undefined,
  { rate, base }: Pick<BalanceParameters, 'rate' | 'base'>,
): TokenBalance {
  const numeric = formatUnits(amount, token.decimals)
  const isNative = token.address === nativeTokenAddress
  return {
    name: token.name,
    symbol: token.symbol,
    chainId: chain.networkId,
    ...(!isNative && {
      address: `${chain.networkId}:${chain.kind.keys.plainText(token.address)}`,
    }),
    ...(dollars !== undefined && { value: Number(numeric) * dollars * rate }),
    price: (dollars ?? 0) * rate,
    quantity: { decimals: String(token.decimals), numeric },
    iconUrl: tokenImageUrl(base, token.symbol, { listed }),
    ...(pending && { pending: formatUnits(pending, token.decimals) }),
    ...(!listed && { verified: false }),
  }
}

/**
 * Compares rows by value, highest first. Of equal values the native coin comes first; other rows
 * keep the operator's order.
 */
function byValue(a: TokenBalance, b: TokenBalance): number {
  return (
    (b.value ?? 0) - (a.value ?? 0) ||
    Number(a.address !== undefined) - Number(b.address !== undefined)
  )
}
