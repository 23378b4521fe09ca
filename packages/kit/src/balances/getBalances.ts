import { accountBalance, supportedChains } from '@latchkey/protocol/api'
import type { TokenBalance } from '@latchkey/protocol/api'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import { adapterOf } from '../core/adapterOf.ts'
import { callApi } from '../core/callApi.ts'
import type { ApiContext } from '../core/callApi.ts'
import { KitError } from '../core/KitError.ts'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { formatUnits } from '../core/formatUnits.ts'

/** A token an account holds. */
export type Balance = {
  /** CAIP-10 token id, or the network id for the native token. */
  id: string
  name: string
  symbol: string
  /** Contract address; absent for the native token. */
  address?: string
  decimals: number
  /** Whole tokens as a decimal string, exact. */
  quantity: string
  /** In US dollars; undefined when nobody knows it. */
  price?: number
  value?: number
  iconUrl?: string
}

type ParsedAccount = ReturnType<typeof parseAccountId>

/**
 * What an account holds on its network: from the API when the site has one and it serves the network, else over RPC
 * (native token and the site's `tokens`, without prices). Entries of quantity "0", and those
 * without decimals, are dropped (spec section 3).
 * @param forceUpdate CAIP-10 ids of tokens to be read past the API's cache
 * @throws KitError tokenBalanceUnavailable; requestAborted
 */
export async function getBalances(kit: Kit, { accountId, forceUpdate, signal }: { accountId: AccountId; forceUpdate?: readonly string[]; signal?: AbortSignal }): Promise<readonly Balance[]> {
  const account = parseAccountId(accountId)
  try {
    const { api } = kit.context
    const isServed = api && (await servedNetworks(kit, api)).includes(account.networkId)
    const balances = isServed ? await askApi(api, account, forceUpdate, signal) : await askChain(kit, account, signal)
    return balances.filter(({ quantity, decimals }) => quantity !== '0' && decimals !== 0)
  } catch (cause) {
    if (KitError.is(cause, 'requestAborted')) throw cause
    throw kitError('tokenBalanceUnavailable', { cause })
  }
}

/** CAIP-2 ids of the networks that the API reads; asked once a day. */
async function servedNetworks(kit: Kit, api: ApiContext): Promise<readonly string[]> {
  const { client } = await kit.context.queries()
  const { http } = await client.fetchQuery({
    queryKey: ['supported-chains'],
    staleTime: times.supportedChains,
    queryFn: ({ signal }) => callApi(api, supportedChains, { query: {}, signal }),
  })
  return http
}

async function askApi(api: ApiContext, { address, networkId }: ParsedAccount, forceUpdate: readonly string[] = [], signal?: AbortSignal): Promise<readonly Balance[]> {
  const { balances } = await callApi(api, accountBalance, {
    query: { address: address as `0x${string}`, currency: 'usd', chainId: networkId, forceUpdate: forceUpdate.join(',') || undefined }, // the endpoint's schema checks it again
    signal,
  })
  return balances.map((row) => readRow(row, networkId))
}

function readRow({ name, symbol, address, price, value, quantity, iconUrl }: TokenBalance, networkId: string): Balance {
  return {
    id: address ?? networkId,
    name: name.slice(0, counts.foreignName),
    symbol: symbol.slice(0, counts.foreignName),
    address: address?.split(':').at(-1),
    decimals: Number(quantity.decimals),
    quantity: quantity.numeric,
    price,
    value,
    iconUrl: iconUrl || undefined,
  }
}

async function askChain(kit: Kit, { address, networkId, namespace }: ParsedAccount, signal?: AbortSignal): Promise<readonly Balance[]> {
  const adapter = adapterOf(kit, namespace)
  const network = kit.context.networks.find((one) => one.networkId === networkId)?.network
  if (!network) throw kitError('networkNotFound')
  const tokens = kit.context.options.tokens?.[networkId] ?? []
  const [native = 0n, ...amounts] = await adapter.getBalances({ address, networkId, tokens: tokens.map((token) => token.address), signal })
  const { name, symbol, decimals } = network.nativeCurrency
  return [
    { id: networkId, name, symbol, decimals, quantity: formatUnits(native, decimals) },
    ...tokens.map((token, index) => ({ ...token, id: `${networkId}:${token.address}`, quantity: formatUnits(amounts[index] ?? 0n, token.decimals) })),
  ]
}
