import { expect, onTestFinished, test } from 'vitest'
import { bitcoinMainnetId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import { startTestBitcoin } from '@latchkey/devnet/bitcoin/testing/startTestBitcoin'
import { createApi } from '../../createApi.ts'
import type { ApiOptions } from '../../options.ts'
import { bitcoinChainAt } from '../../testing/bitcoinChainAt.ts'
import { bitcoinWallet } from '../../testing/bitcoinWallet.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'

const { payment } = bitcoinWallet(61)
const { networkId } = bitcoinChainAt()

async function start(prices: ApiOptions['prices']) {
  const chain = await startTestBitcoin()
  chain.fund(payment, 50_000_000n)
  const main = { ...bitcoinChainAt(chain.url), networkId: bitcoinMainnetId }
  const api = createApi({
    ...neverOverloaded,
    chains: [bitcoinChainAt(chain.url), main],
    prices,
  })
  onTestFinished(() => api.close())
  const balance = async (currency: string) =>
    (await api.app.request(`/v1/account/${payment}/balance?currency=${currency}`)).json()
  const price = (id: string) =>
    api.app.request('/v1/fungible/price', {
      method: 'POST',
      body: JSON.stringify({ currency: 'usd', addresses: [id] }),
    })
  return { balance, price }
}

test('the operator’s price gives balances their value, and the price on the main network the rate of btc', async () => {
  const prices: Record<string, number> = {
    [nativeTokenId(networkId)]: 100_000,
    [nativeTokenId(bitcoinMainnetId)]: 200_000,
  }
  const { balance, price } = await start(async (id) => prices[id])
  expect(await balance('usd')).toMatchObject({
    balances: [{ chainId: networkId, price: 100_000, value: 50_000, quantity: { numeric: '0.5' } }],
  })
  expect(await balance('btc')).toMatchObject({ balances: [{ price: 0.5, value: 0.25 }] })
  expect(await (await price(nativeTokenId(networkId))).json()).toMatchObject({
    fungibles: [{ price: 100_000, symbol: 'BTC', decimals: 8 }],
  })
  expect((await price(`${networkId}:${payment}`)).status).toBe(400)
})

test('without a price, or while its source fails, a balance has no value', async () => {
  for (const prices of [
    undefined,
    async () => Number.NaN,
    () => Promise.reject(new Error('down')),
  ]) {
    const { balance } = await start(prices)
    const {
      balances: [row],
    } = await balance('usd')
    expect(row).toMatchObject({ price: 0, quantity: { numeric: '0.5' } })
    expect(row).not.toHaveProperty('value')
  }
})
