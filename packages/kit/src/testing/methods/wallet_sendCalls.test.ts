import { getBalance, getTransactionCount } from 'viem/actions'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDevelopmentWallet } from '../developmentWallet.ts'
import type { DevelopmentWalletOptions } from '../developmentWallet.ts'
import { startTestChains } from '../startTestChains.ts'
import { clientOf } from '../walletChain.ts'

const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const second = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const stranger = '0x00000000000000000000000000000000000000b7'
let devnet: Awaited<ReturnType<typeof startTestChains>>

beforeAll(async () => {
  devnet = await startTestChains()
})
afterAll(() => devnet.close())

/** Makes a connected wallet that supports batches. */
async function start(options: Partial<DevelopmentWalletOptions> = {}) {
  const wallet = createDevelopmentWallet({ chains: devnet.chains, batches: true, ...options })
  onTestFinished(wallet.close)
  const ask = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
  await ask('eth_requestAccounts')
  const send = async (changes: object = {}) =>
    // EIP-5792 defines this answer
    (await ask('wallet_sendCalls', { ...batch, ...changes })) as { id: string }
  return { wallet, ask, send }
}
const calls = [
  { to: stranger, value: '0x2' },
  { to: stranger, value: '0x3', data: '0x' },
]
const batch = { version: '2.0.0', from: first, chainId: '0x7a69', atomicRequired: false, calls }
const code = (number: number) => expect.objectContaining({ name: 'ProviderRpcError', code: number })
const client = () => clientOf(devnet.chains[0])
const sent = () => getTransactionCount(client(), { address: first })
/** A call with a value above the account's balance. */
const failing = { to: first, value: '0xffffffffffffffffffffffffffffff' }

test('one confirmation sends all calls in order; their status is available, also after a reload', async () => {
  const { ask, send, wallet } = await start()
  const confirmed: string[] = []
  wallet.subscribe(() =>
    wallet.getState().pending.forEach(({ consent }) => confirmed.push(consent.type)),
  )
  const before = await getBalance(client(), { address: stranger })
  const { id } = await send()
  expect(await getBalance(client(), { address: stranger })).toBe(before + 5n)
  expect(confirmed).toEqual(['sendCalls'])
  const expectedStatus = {
    id,
    status: 200,
    atomic: false,
    chainId: '0x7a69',
    receipts: [{ status: '0x1' }, { status: '0x1' }],
  }
  expect(await ask('wallet_getCallsStatus', id)).toMatchObject(expectedStatus)
  expect(await (await start()).ask('wallet_getCallsStatus', id)).toMatchObject(expectedStatus)
})

test('a failing call stops the next calls with status 600; if nothing was sent, the request rejects', async () => {
  const { ask, send } = await start()
  const before = await sent()
  const { id } = await send({ calls: [calls[0], failing, calls[1]] })
  expect(await sent()).toBe(before + 1)
  expect(await ask('wallet_getCallsStatus', id)).toMatchObject({
    status: 600,
    receipts: [{ status: '0x1' }],
  })
  await expect(send({ calls: [failing, calls[0]] })).rejects.toMatchObject({
    name: 'ProviderRpcError',
  })
  expect(await sent()).toBe(before + 1)
})

test('unsupported batches are rejected without a confirmation', async () => {
  const { ask, send, wallet } = await start({ behaviour: 'approve' })
  const before = await sent()
  const refused: [number, object][] = [
    [5760, { atomicRequired: true }],
    [5710, { chainId: '0x1' }],
    [5740, { calls: Array.from({ length: 21 }, () => calls[0]) }],
    [5700, { capabilities: { paymasterService: { url: 'x' } } }],
    [5700, { calls: [{ ...calls[0], capabilities: { any: {} } }] }],
    [4100, { from: second }],
    [-32602, { id: 'mine' }],
    [-32602, { version: '3' }],
    [-32602, { calls: [] }],
    [-32602, { calls: [{ to: 'me' }] }],
  ]
  wallet.setBehaviour('hang')
  for (const [number, changes] of refused)
    await expect(send(changes), JSON.stringify(changes)).rejects.toEqual(code(number))
  await expect(ask('wallet_getCallsStatus', '0xab')).rejects.toEqual(code(5730))
  expect(await sent()).toBe(before)
  expect(wallet.getState().pending).toEqual([])
  wallet.setBehaviour('refuse')
  await expect(send()).rejects.toEqual(code(4001))
})

test('capabilities list the chains with batches; a wallet without batches lists none and rejects', async () => {
  const { ask, send, wallet } = await start()
  expect(await ask('wallet_getCapabilities', first)).toEqual({
    '0x7a69': { atomic: { status: 'unsupported' } },
    '0x7a6a': { atomic: { status: 'unsupported' } },
  })
  wallet.setBatches(false)
  expect(await ask('wallet_getCapabilities', first)).toEqual({ '0x7a69': {}, '0x7a6a': {} })
  await expect(send()).rejects.toEqual(code(4200))
})
