import { sendTransaction } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePorts } from '../../../../../devnet/src/ports.ts'
import { startAnvil } from '../../../../../devnet/src/startAnvil.ts'
import type { Anvil } from '../../../../../devnet/src/startAnvil.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { takeFreshTokens } from '../../core/queries/refreshAccount.ts'
import { accountOf } from '../../core/kit/state.ts'
import { sharedKey } from '../../core/storage/storage.ts'
import type { KitOptions } from '../../core/options/options.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { rpcRequest } from '../../testing/rpcRequest.ts'
import { clientOf } from '../../testing/walletChain.ts'
import type { WalletChain } from '../../testing/walletChain.ts'
import { startTestKit } from '../startTestKit.ts'
import { following } from './followTransactions.ts'
import { storeTransaction } from './storeTransaction.lazy.ts'
import { pace } from './pace.ts'
import { sender, startTestFollowing } from './startTestFollowing.ts'
import { contextOf } from '../../core/kit/context.ts'

const stranger = '0x00000000000000000000000000000000000000bb'
let anvil: Anvil
let chain: WalletChain
let page: EventTarget

beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  anvil = await startAnvil({ port, args: ['--chain-id', '31337', '--no-mining'] })
  chain = { id: 31337, name: 'First', rpcUrl: anvil.url }
})
afterAll(() => anvil.close())
beforeEach(async () => {
  page = startTestPage()
  await ask('anvil_dropAllTransactions')
})

const ask = (method: string, ...params: unknown[]) => rpcRequest(chain.rpcUrl, { method, params })
const mine = () => ask('evm_mine')

const start = (storage?: RawStorage, options: Partial<KitOptions> = {}) =>
  startTestFollowing(chain, storage, options)

/** Sends another transaction of the same sender with the same nonce, like another site would. */
async function outbid(
  hash: string,
  transaction: { to: string; value?: string; data?: string },
): Promise<string> {
  // the node knows the transaction, because it is in the pool
  const { nonce } = (await ask('eth_getTransactionByHash', hash)) as { nonce: string }
  const fees = { maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x12a05f200' }
  return String(await ask('eth_sendTransaction', { from: sender, nonce, ...fees, ...transaction }))
}

test('a sent transaction is pending with its description, then mined', async () => {
  const { kit, clock, advance, entry, until } = await start()
  const hash = await kit.sendTransaction({ to: stranger, value: 15n * 10n ** 17n })
  await until(({ pending }) => pending !== undefined)
  expect(entry(hash)).toMatchObject({
    status: 'pending',
    networkId: 'eip155:31337',
    address: sender,
    sentAt: clock.now(),
    description: {
      operationType: 'send',
      sentTo: stranger,
      transfers: [{ direction: 'out', symbol: 'ETH', quantity: '1.5' }],
    },
  })
  await advance(pace.first)
  expect(entry(hash)).toMatchObject({ status: 'pending', nonce: expect.any(Number) })
  await mine()
  await advance(pace.check)
  const { timestamp } = (await ask('eth_getBlockByNumber', 'latest', false)) as {
    timestamp: string
  } // the chain has just mined this block
  expect(entry(hash)).toMatchObject({
    status: 'mined',
    blockTime: Number(timestamp) * 1_000,
    endedAt: clock.now(),
  })
})

test('after a transaction ends, balances, NFTs and history are invalidated at once and again after 5 s', async () => {
  const { kit, clock, advance } = await start()
  const { client } = await contextOf(kit).queries()
  for (const key of ['balances', 'nfts', 'history', 'identity'])
    client.setQueryData([key, 'a'], 'read')
  const isOld = () =>
    ['balances', 'nfts', 'history', 'identity'].map(
      (key) => client.getQueryState([key, 'a'])?.isInvalidated,
    )
  await kit.sendTransaction({ to: stranger })
  await advance(pace.first)
  expect(isOld()).toEqual([false, false, false, false])
  await mine()
  await advance(pace.check)
  await expect.poll(isOld).toEqual([true, true, true, false])
  const account = accountOf(kit.getState())
  const freshTokens = () => account && takeFreshTokens(kit, account.accountId)
  expect(freshTokens()).toEqual([]) // not undefined: the next request bypasses the API's caches
  for (const key of ['balances', 'nfts', 'history', 'identity'])
    client.setQueryData([key, 'a'], 'read, but the index did not have the block')
  expect(isOld()).toEqual([false, false, false, false])
  clock.advance(5_000)
  await expect.poll(isOld).toEqual([true, true, true, false])
  expect(freshTokens()).toEqual([])
})

test('a reverted transaction gets the status `failed`', async () => {
  const { kit, advance, entry } = await start()
  const contract = '0x00000000000000000000000000000000000000cc'
  const hash = await kit.sendTransaction({ to: contract, data: '0xd09de08a' })
  await ask('anvil_setCode', contract, '0x60006000fd')
  await mine()
  await advance(pace.first)
  expect(entry(hash)).toMatchObject({ status: 'failed', description: { operationType: 'execute' } })
})

test('a token transfer has the recipient as `sentTo`, not the token', async () => {
  const { kit, entry } = await start()
  const recipient = '00000000000000000000000000000000000000dd'
  const hash = await kit.sendTransaction({
    to: '0x00000000000000000000000000000000000000ce',
    data: `0xa9059cbb${recipient.padStart(64, '0')}${'1'.padStart(64, '0')}`,
  })
  expect(entry(hash)?.description).toEqual({ operationType: 'send', sentTo: `0x${recipient}` })
})

test('a transaction resent with a higher fee is `replaced`, with the new hash', async () => {
  const { kit, advance, entry } = await start()
  const hash = await kit.sendTransaction({ to: stranger, value: 1n })
  await advance(pace.first)
  const other = await outbid(hash, { to: stranger, value: '0x1' })
  await mine()
  for (let blocks = 0; blocks < 5; blocks++) await mine()
  await advance(pace.check)
  await advance(pace.check)
  expect(entry(hash)).toMatchObject({ status: 'replaced', replacedBy: other })
})

test('a transaction whose nonce was used for an empty transfer to the sender is `cancelled`', async () => {
  const { kit, advance, entry } = await start()
  const hash = await kit.sendTransaction({ to: stranger, value: 1n })
  await advance(pace.first)
  const other = await outbid(hash, { to: sender })
  await mine()
  await advance(pace.check)
  expect(entry(hash)).toMatchObject({ status: 'pending' }) // one check is not enough
  await advance(pace.check)
  expect(entry(hash)).toMatchObject({ status: 'cancelled', replacedBy: other })
})

test.each([
  ['the receipt', ['eth_getTransactionReceipt']],
  ['all but the block', ['eth_getTransactionReceipt', 'eth_getTransactionByHash']],
  [
    'anything but the number of transactions',
    ['eth_getTransactionReceipt', 'eth_getTransactionByHash'],
    ['eth_getBlockByNumber', 'eth_blockNumber'],
  ],
])(
  'a mined transaction is not `replaced` while its node lacks %s',
  async (_, late, failing: readonly string[] = []) => {
    let isLate = false
    const { kit, advance, entry, until } = await start(undefined, {
      fetch: async (url, init) => {
        // the body is a JSON-RPC request of the kit
        const { id, method } = JSON.parse(String(init?.body)) as { id: unknown; method: string }
        if (isLate && failing.includes(method))
          return Response.json({
            jsonrpc: '2.0',
            id,
            error: { code: -32000, message: 'header not found' },
          })
        return isLate && late.includes(method)
          ? Response.json({ jsonrpc: '2.0', id, result: null })
          : fetch(url, init)
      },
    })
    const hash = await kit.sendTransaction({ to: stranger, value: 1n })
    await until(({ pending }) => pending?.[0]?.nonce !== undefined)
    isLate = true
    await mine()
    for (const pause of [pace.first, pace.check, pace.check]) {
      await advance(pause)
      expect(entry(hash)).toMatchObject({ status: 'pending' })
    }
    isLate = false
    await advance(pace.check)
    expect(entry(hash)).toMatchObject({ status: 'mined' })
  },
)

test('a transaction that was replaced before the first check is `replaced`', async () => {
  const { kit, advance, entry, until } = await start()
  const hash = await kit.sendTransaction({ to: stranger, value: 1n })
  await until(({ pending }) => pending?.[0]?.nonce !== undefined)
  const other = await outbid(hash, { to: stranger, value: '0x1' })
  await mine()
  await advance(pace.first)
  await advance(pace.check)
  expect(entry(hash)).toMatchObject({ status: 'replaced', replacedBy: other })
})

test('a new transaction is checked just as early while an ended transaction is still followed', async () => {
  const first = await start()
  const replaced = await first.kit.sendTransaction({ to: stranger, value: 1n })
  await first.until(({ pending }) => pending?.[0]?.nonce !== undefined)
  await outbid(replaced, { to: stranger })
  await mine()
  await first.advance(pace.first)
  await first.advance(pace.check)
  first.stop()

  const { kit, advance, entry, until } = await start(first.storage)
  await until(({ pending }) => pending?.[0]?.status === 'replaced')
  const hash = await kit.sendTransaction({ to: stranger, value: 1n })
  await until(({ pending }) => pending?.[0]?.nonce !== undefined && pending.length === 2)
  await outbid(hash, { to: sender })
  await mine()
  await advance(pace.first)
  await advance(pace.check)
  expect(entry(hash)).toMatchObject({ status: 'cancelled' })
})

test('a transaction unknown to the node for five minutes is `dropped`, not before', async () => {
  const { kit, advance, entry } = await start()
  const hash = await kit.sendTransaction({ to: stranger, value: 1n })
  await advance(pace.first)
  await ask('anvil_dropTransaction', hash)
  await advance(pace.check)
  await advance(pace.missing - 1)
  expect(entry(hash)).toMatchObject({ status: 'pending' })
  await advance(pace.check)
  expect(entry(hash)).toMatchObject({ status: 'dropped' })
})

test('a reorganisation makes a mined transaction pending again; the next block mines it', async () => {
  const { kit, advance, entry } = await start()
  const snapshot = await ask('evm_snapshot')
  const hash = await kit.sendTransaction({ to: stranger, value: 2n })
  const raw = await ask('eth_getRawTransactionByHash', hash)
  await mine()
  await advance(pace.first)
  expect(entry(hash)).toMatchObject({ status: 'mined' })
  await ask('evm_revert', snapshot)
  await advance(pace.slow)
  expect(entry(hash)).toMatchObject({ status: 'mined' }) // one check is not enough
  await advance(pace.slow)
  expect(entry(hash)).toMatchObject({ status: 'pending' })
  expect(entry(hash)).not.toHaveProperty('blockTime')
  await ask('eth_sendRawTransaction', raw)
  await mine()
  await advance(pace.check)
  expect(entry(hash)).toMatchObject({ status: 'mined' })
})

test('the kit stops following some minutes after the last transaction has ended', async () => {
  const { kit, clock, advance } = await start()
  await kit.sendTransaction({ to: stranger })
  await mine()
  await advance(pace.first)
  clock.advance(pace.settled)
  await expect.poll(() => following(kit).isRunning, { interval: 5 }).toBe(false)
})

test('a reloaded page continues to follow a transaction', async () => {
  const first = await start()
  const hash = await first.kit.sendTransaction({
    to: stranger,
    value: 3n,
    description: { operationType: 'mint' },
  })
  first.stop()
  const { until } = await start(first.storage)
  const { pending = [] } = await until(({ pending }) => pending !== undefined)
  expect(pending).toEqual([
    expect.objectContaining({ hash, status: 'pending', description: { operationType: 'mint' } }),
  ])
})

test('another tab shows the transaction and its end', async () => {
  const first = await start()
  const other = startTestKit({ chains: [chain], storage: first.storage })
  const changes = () =>
    Number(JSON.parse(first.storage.getItem(sharedKey) ?? '{}').transactions ?? 0)
  /** Dispatches the event by which a browser notifies other tabs of a changed key. */
  const notifyTabs = () =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key: sharedKey }))
  const hash = await first.kit.sendTransaction({ to: stranger, value: 4n })
  await expect.poll(changes, { interval: 5 }).toBe(1)
  notifyTabs()
  await other.until(({ pending }) => pending?.[0]?.hash === hash)
  await mine()
  await first.advance(pace.first)
  expect(changes()).toBe(2)
  notifyTabs()
  const { pending } = await other.until(({ pending }) => pending?.[0]?.status !== 'pending')
  expect(pending).toMatchObject([{ hash, status: 'mined' }])
})

test('following stops with the kit and continues when it starts again', async () => {
  const { kit, advance, stop, clock, entry, storage } = await start()
  const hash = await kit.sendTransaction({ to: stranger })
  await advance(pace.first)
  stop()
  await mine()
  await expect.poll(() => following(kit).isRunning, { interval: 5 }).toBe(false)
  clock.advance(pace.hidden)
  expect(entry(hash)?.status).toBe('pending')
  expect(storage.getItem('@latchkey/pending-transactions')).toContain(hash)
  onTestFinished(kit.start())
  const { resume } = await import('./storeTransaction.lazy.ts')
  resume(kit)
  await advance(pace.check)
  expect(entry(hash)?.status).toBe('mined')
})

test('a hidden page checks rarely, and at once when it becomes visible', async () => {
  const { kit, clock, entry } = await start()
  const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  Object.assign(globalThis, { document })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'document'))
  const hash = await kit.sendTransaction({ to: stranger, value: 5n })
  await mine()
  expect(clock.waits).not.toContain(pace.first)
  clock.advance(pace.hidden - 1)
  expect(entry(hash)).toMatchObject({ status: 'pending' })
  document.visibilityState = 'visible'
  const ended = new Promise<void>((resolve) =>
    kit.subscribe(() => entry(hash)?.status === 'mined' && resolve()),
  )
  document.dispatchEvent(new Event('visibilitychange'))
  await ended
})

test('while a node is unreachable nothing changes, and the checks become rarer', async () => {
  const { kit, clock, entry } = await start()
  const hash = await kit.sendTransaction({ to: stranger, value: 6n })
  const answer = contextOf(kit).adapters[0]
  if (!answer) throw new Error('The kit has one')
  const away = { ...answer, request: () => Promise.reject(new Error('away')) }
  Object.assign(contextOf(kit), { adapters: [away] })
  for (const [wait, next] of [
    [pace.first, 8_000],
    [8_000, 16_000],
    [16_000, 32_000],
    [32_000, 60_000],
  ] as const) {
    const scheduled = clock.scheduled(next)
    clock.advance(wait)
    await scheduled
  }
  expect(entry(hash)).toMatchObject({ status: 'pending' })
})

test('a hash in another letter case is the same transaction', async () => {
  const { kit } = await start()
  const hash = await sendTransaction(clientOf(chain), { account: sender, to: stranger, value: 7n })
  const sent = {
    networkId: kit.getState().networkId,
    address: sender,
    transaction: { to: stranger },
  }
  await storeTransaction(kit, { ...sent, hash }, Promise.resolve(undefined))
  await storeTransaction(
    kit,
    { ...sent, hash: `0x${hash.slice(2).toUpperCase()}` },
    Promise.resolve(undefined),
  )
  expect(kit.getState().pending).toHaveLength(1)
})
