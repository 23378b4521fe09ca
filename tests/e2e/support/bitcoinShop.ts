import { treasury } from '../../../devnet/src/accounts.ts'
import type { BitcoinChain } from '../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { bitcoinPrices, chainOfBitcoin } from '../../../devnet/src/chainOfBitcoin.ts'
import { fundBitcoinTreasury } from '../../../devnet/src/fundTreasury.ts'
import { createApi } from '../../../services/api/src/createApi.ts'
import { createSandbox } from '../../../services/sandbox/src/createSandbox.ts'

const secret = 'api and sandbox of these tests trust each other'

/**
 * Starts two APIs of a Bitcoin chain: one sells bitcoins, with a sandbox, and the other sells
 * nothing.
 */
export async function startBitcoinShop(chain: BitcoinChain) {
  await fundBitcoinTreasury(chain)
  const config = chainOfBitcoin(chain.deployment, chain.url)
  const prices = bitcoinPrices(chain.deployment)
  const sandbox = createSandbox({
    chains: [config],
    networks: [config.networkId],
    treasury: treasury.privateKey,
    secret,
    database: 'memory',
  })
  const { port } = await sandbox.listen({ port: 0 })
  const open = async (onramp: Parameters<typeof createApi>[0]['onramp']) => {
    const api = createApi({
      chains: [config],
      prices: async (token) => prices.get(token),
      database: 'memory',
      limits: { loopDelay: false, orders: false },
      onramp,
    })
    return { ...(await api.listen({ port: 0 })), close: api.close }
  }
  const selling = await open({ sandbox: { url: `http://127.0.0.1:${port}`, secret } })
  const other = await open(undefined)
  sandbox.useApi(selling.url)
  return {
    api: selling.url,
    apiWithoutSeller: other.url,
    close: () => Promise.all([sandbox.close(), selling.close(), other.close()]),
  }
}
