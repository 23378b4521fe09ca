import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDevelopmentWallet } from '../developmentWallet.ts'
import type { DevelopmentWalletOptions } from '../developmentWallet.ts'
import { startTestChains } from '../startTestChains.ts'

const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const second = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
let devnet: Awaited<ReturnType<typeof startTestChains>>

beforeAll(async () => {
  devnet = await startTestChains()
})
afterAll(() => devnet.close())

/** Makes a connected wallet, and a function that sends it requests. */
async function start(options: Partial<DevelopmentWalletOptions> = {}) {
  const wallet = createDevelopmentWallet({ chains: devnet.chains, ...options })
  onTestFinished(wallet.close)
  const ask = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
  await ask('eth_requestAccounts')
  return ask
}
const code = (number: number) => expect.objectContaining({ name: 'ProviderRpcError', code: number })

test('wallet_getAssets reports the holdings for the set assets, only on their chain', async () => {
  const ask = await start({ assets: { 31337: [] } })
  const native = {
    address: 'native',
    balance: expect.stringMatching(/^0x[1-9a-f]/),
    type: 'NATIVE',
    metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, price: 0, iconUrl: '' },
  }
  expect(await ask('wallet_getCapabilities', first)).toEqual({
    '0x7a69': { assetDiscovery: { supported: true } },
    '0x7a6a': {},
  })
  expect(await ask('wallet_getAssets', { account: first })).toEqual({ '0x7a69': [native] })
  expect(await ask('wallet_getAssets', { account: first, chainFilter: ['0x7a6a'] })).toEqual({})
})

test('wallet_getAssets rejects for an account without permission, and in a wallet without assets', async () => {
  const ask = await start({ assets: { 31337: [] } })
  await expect(ask('wallet_getAssets', { account: second })).rejects.toEqual(code(4100))
  await expect((await start())('wallet_getAssets', { account: first })).rejects.toEqual(
    code(-32601),
  )
})
