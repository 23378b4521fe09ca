import { onrampUrl } from '@latchkey/protocol/onramp'
import type { ApiContext } from '../core/callApi.ts'
import { callApi } from '../core/callApi.ts'
import type { Kit } from '../core/kit.ts'
import type { Account } from '../core/state.ts'
import type { OnrampQuote } from './quotes.ts'

/** The provider's words for networks, by their names. spec 9, api 14 */
const slugs: { readonly [network: string]: string } = {
  Ethereum: 'ethereum', 'Arbitrum One': 'arbitrum', Polygon: 'polygon', Berachain: 'berachain', Avalanche: 'avalanche-c-chain', 'OP Mainnet': 'optimism', Celo: 'celo', Base: 'base',
}

/** Whether a provider is the one whose page the API makes by its own endpoint. */
export const isCoinbase = (providerId: string): boolean => /^coinbase/i.test(providerId)

/** Whether it sells on a network. */
export const isOnCoinbase = (kit: Kit, networkId: string): boolean => slugOf(kit, networkId) !== undefined

const slugOf = (kit: Kit, networkId: string) => slugs[kit.context.networks.find((one) => one.networkId === networkId)?.network.name ?? '']

/** The page of a Coinbase-style provider. api 9.1 @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted */
export async function coinbaseUrl(kit: Kit, api: ApiContext, { account: { address }, quote: { payment, purchase }, signal }: { account: Account; quote: OnrampQuote; signal?: AbortSignal }): Promise<string> {
  const slug = slugOf(kit, purchase.networkId)
  const body = {
    destinationWallets: [{ address, blockchains: Object.values(slugs), assets: [purchase.symbol] }],
    partnerUserId: address,
    ...(slug && { defaultNetwork: slug }),
    presetFiatAmount: Number(payment.amount), // the provider's own page shows it, and the visitor confirms it there
    defaultExperience: 'buy' as const,
  }
  return (await callApi(api, onrampUrl, { query: {}, body, signal })).url
}
