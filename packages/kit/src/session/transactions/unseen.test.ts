import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePorts } from '../../../../../devnet/src/ports.ts'
import { startAnvil } from '../../../../../devnet/src/startAnvil.ts'
import type { Anvil } from '../../../../../devnet/src/startAnvil.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { changePending, rememberedPending } from '../../core/transactions/pendingTransactions.ts'
import type { KitOptions } from '../../core/options/options.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { rpcRequest } from '../../testing/rpcRequest.ts'
import type { WalletChain } from '../../testing/walletChain.ts'
import { following } from './followTransactions.ts'
import { pace } from './pace.ts'
import { sender, startTestFollowing } from './startTestFollowing.ts'

const stranger = '0x00000000000000000000000000000000000000bb'
let anvil: Anvil
let chain: WalletChain

beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  anvil = await startAnvil({ port, args: ['--chain-id', '31337', '--no-mining'] })
  chain = { id: 31337, name: 'First', rpcUrl: anvil.url }
})
afterAll(() => anvil.close())
beforeEach(async () => {
  startTestPage()
  await ask('anvil_dropAllTransactions')
})

const ask = (method: string, ...params: unknown[]) => rpcRequest(chain.rpcUrl, { method, params })
const mine = () => ask('evm_mine')
const start = (storage?: RawStorage, options: Partial<KitOptions> = {}) =>
  startTestFollowing(chain, storage, options)

/** Follows a hash until the kit stops checking a transaction that no node shows. */
async function missed(hash: string) {
  const { kit, advance, entry } = await start()
  await kit.followTransaction({ hash, networkId: kit.getState().networkId, address: sender })
  await advance(pace.first)
  await advance(pace.missing)
  return { kit, advance, entry: () => entry(hash) }
}

test('a transaction whose hash no node shows ends as `unseen`', async () => {
  const { entry } = await missed(`0x${'5a'.repeat(32)}`)
  expect(entry()).toMatchObject({ status: 'unseen' })
  expect(entry()).not.toHaveProperty('hasCode')
})

test('an unseen transaction of an account with code is stored with `hasCode`', async () => {
  await ask('anvil_setCode', sender, `0xef0100${'11'.repeat(20)}`)
  onTestFinished(async () => void (await ask('anvil_setCode', sender, '0x')))
  const { entry, kit } = await missed(`0x${'5b'.repeat(32)}`)
  expect(entry()).toMatchObject({ status: 'unseen', hasCode: true })
  expect(rememberedPending(kit)).toMatchObject([{ status: 'unseen', hasCode: true }])
})

test('an unseen transaction is still checked later, and reported again when it is mined', async () => {
  let isHidden = true
  const { kit, advance, entry } = await start(undefined, {
    fetch: async (url, init) => {
      // the body is a JSON-RPC request of the kit
      const { id, method } = JSON.parse(String(init?.body)) as { id: unknown; method: string }
      return isHidden && /^eth_getTransaction(?:Receipt|ByHash)$/.test(method)
        ? Response.json({ jsonrpc: '2.0', id, result: null })
        : fetch(url, init)
    },
  })
  const hash = await kit.sendTransaction({ to: stranger, value: 1n })
  await mine()
  await advance(pace.first)
  await advance(pace.missing)
  expect(entry(hash)).toMatchObject({ status: 'unseen' })
  changePending(kit, (pending) =>
    pending.map((transaction) => ({ ...transaction, isTold: true as const })),
  )
  await advance(pace.hidden)
  await advance(pace.settled + pace.hidden)
  expect([entry(hash)?.status, following(kit).isRunning]).toEqual(['unseen', true])
  isHidden = false
  await advance(pace.hidden)
  expect(entry(hash)).toMatchObject({ status: 'mined', shown: 'own' })
  expect(entry(hash)).not.toHaveProperty('isTold')
})

test('a transaction sent by a relayer is not judged by the account’s nonces', async () => {
  await ask('anvil_setNonce', sender, '0x100')
  const relayer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const { kit, advance, entry } = await start()
  const hash = String(await ask('eth_sendTransaction', { from: relayer, to: stranger }))
  await kit.followTransaction({ hash, networkId: kit.getState().networkId, address: sender })
  for (const pause of [pace.first, pace.check, pace.check]) {
    await advance(pause)
    expect(entry(hash)).toMatchObject({ status: 'pending', shown: 'other' })
  }
  expect(entry(hash)).not.toHaveProperty('nonce')
  await mine()
  await advance(pace.check)
  expect(entry(hash)).toMatchObject({ status: 'mined', shown: 'other' })
})
