import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { httpRequest } from '@latchkey/protocol/times'
import { createTestClient, http, parseAbi, publicActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addressOf, developmentMnemonic } from '../../../../../devnet/src/accounts.ts'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../devnet/src/startDevnet.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { watchAccount } from './watchAccount.lazy.ts'
import type { PageVisibility } from './watchAccount.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

const network = formatNetworkId('eip155', 31_337)
/** The time limit of one request to a node, in milliseconds. */
const nodeLimit = 40_000

/** A document whose visibility the test sets. */
function startVisibility() {
  const target = new EventTarget()
  const visibility = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  }
  const show = (state: DocumentVisibilityState) => {
    visibility.visibilityState = state
    target.dispatchEvent(new Event('visibilitychange'))
  }
  // the cast: an event target takes the same listeners as a document
  return { visibility: visibility as PageVisibility, show }
}

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
}, 60_000)
afterAll(() => devnet.close())

/**
 * Watches an account of the devnet through a node that counts its requests. `isOld` returns the
 * queries that have been invalidated since its last call.
 */
async function startWatch(role: Parameters<typeof addressOf>[0] = 'everyday user') {
  const [first] = devnet.chains
  if (!first) throw new Error('The devnet has two chains')
  let isDown = false
  const node = await startTestServer((response, { body }) => {
    if (isDown) return sendJson(response, {}, 400)
    void fetch(first.url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    }).then(async (answer) => sendJson(response, await answer.json()))
  })
  const { kit, clock } = startTestKit({ customRpcUrls: { [network]: [node.url] } })
  const accountId = formatAccountId(network, addressOf(role))
  const { client } = await contextOf(kit).queries()
  const keys = [
    ['balances', accountId, 'usd'],
    ['nfts', accountId],
    ['history', accountId],
  ]
  const reset = () => keys.forEach((key) => client.setQueryData(key, 'read'))
  const page = startVisibility()
  const stop = watchAccount(kit, accountId, page.visibility)
  onTestFinished(stop)
  reset()
  const isWait = (ms: number) =>
    ms >= 4_000 && ms <= 60_000 && ms !== nodeLimit && ms !== httpRequest
  /**
   * Runs `act`, and waits until the following check is over. Resolves to the milliseconds until the
   * check after that.
   */
  const afterwards = async (act: () => void) => {
    const before = clock.waits.filter(isWait).length
    act()
    await expect.poll(() => clock.waits.filter(isWait).length).toBeGreaterThan(before)
    return clock.waits.findLast(isWait)
  }
  await expect.poll(() => clock.waits.filter(isWait).length).toBe(1)
  return {
    ...page,
    clock,
    stop,
    afterwards,
    node,
    url: first.url,
    /** Advances the clock until the next check is over. */
    pass: (ms = 4_000) => afterwards(() => clock.advance(ms)),
    token: first.deployment.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x',
    collection:
      first.deployment.collections.find(({ standard }) => standard === 'ERC1155')?.address ?? '0x',
    setDown: (value: boolean) => (isDown = value),
    isOld: () => {
      const old = keys.map((key) => client.getQueryState(key)?.isInvalidated ?? false)
      reset()
      return old
    },
    methods: () => node.requests.splice(0).map(({ body }) => JSON.parse(body).method),
  }
}

const chainOf = (url: string) =>
  createTestClient({ mode: 'anvil', chain: anvil, transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
const keyOf = (index: number) => mnemonicToAccount(developmentMnemonic, { addressIndex: index })
const nothing = [false, false, false]
const everything = [true, true, true]

test('a block without changes to the account invalidates no query, and a known block is not read again', async () => {
  const { pass, url, isOld, methods } = await startWatch('saver')
  methods()
  await pass()
  expect(methods()).toEqual(['eth_blockNumber'])
  const hash = await chainOf(url).sendTransaction({
    account: keyOf(6),
    to: addressOf('trader'),
    value: 1n,
  })
  await chainOf(url).waitForTransactionReceipt({ hash })
  await pass()
  expect(methods().toSorted()).toEqual([
    'eth_blockNumber',
    'eth_getBalance',
    'eth_getLogs',
    'eth_getLogs',
    'eth_getLogs',
  ])
  expect(isOld()).toEqual(nothing)
})

const erc20 = parseAbi(['function transfer(address, uint256) returns (bool)'])
const erc1155 = parseAbi([
  'function mint(address, uint256, uint256)',
  'function safeTransferFrom(address, address, uint256, uint256, bytes)',
])

test('a transfer of a coin, token or NFT invalidates all queries, and again at the next check', async () => {
  const saver = addressOf('saver')
  const { pass, url, token, collection, isOld } = await startWatch('saver')
  const chain = chainOf(url)
  const calls = [
    () => chain.sendTransaction({ account: keyOf(6), to: saver, value: 1n }),
    () =>
      chain.writeContract({
        account: keyOf(6),
        address: token,
        abi: erc20,
        functionName: 'transfer',
        args: [saver, 5n],
      }),
    () =>
      chain.writeContract({
        account: keyOf(4),
        address: token,
        abi: erc20,
        functionName: 'transfer',
        args: [addressOf('whale'), 5n],
      }),
    () =>
      chain.writeContract({
        account: keyOf(6),
        address: collection,
        abi: erc1155,
        functionName: 'mint',
        args: [saver, 1n, 2n],
      }),
    () =>
      chain.writeContract({
        account: keyOf(4),
        address: collection,
        abi: erc1155,
        functionName: 'safeTransferFrom',
        args: [saver, addressOf('whale'), 1n, 1n, '0x'],
      }),
  ]
  for (const call of calls) {
    await chain.waitForTransactionReceipt({ hash: await call() })
    await pass()
    expect(isOld()).toEqual(everything)
    await pass()
    expect(isOld()).toEqual(everything)
    await pass()
    expect(isOld()).toEqual(nothing)
  }
})

test('a hidden page requests nothing; when shown again, it checks at once', async () => {
  const { pass, show, clock, url, isOld, node, afterwards } = await startWatch('freelancer')
  await pass()
  show('hidden')
  const requestCount = node.requests.length
  clock.advance(3_600_000)
  const chain = chainOf(url)
  await chain.waitForTransactionReceipt({
    hash: await chain.sendTransaction({
      account: keyOf(6),
      to: addressOf('freelancer'),
      value: 1n,
    }),
  })
  clock.advance(3_600_000)
  expect(node.requests).toHaveLength(requestCount)
  await afterwards(() => show('visible'))
  expect(isOld()).toEqual(everything)
})

test('a stopped watch requests nothing', async () => {
  const { pass, stop, show, clock, node } = await startWatch()
  await pass()
  stop()
  const requestCount = node.requests.length
  clock.advance(3_600_000)
  show('hidden')
  show('visible')
  clock.advance(3_600_000)
  expect(node.requests).toHaveLength(requestCount)
})

test('a node that is down gets fewer requests, up to one a minute, until it recovers', async () => {
  const { pass, setDown, isOld } = await startWatch()
  setDown(true)
  const waits = []
  for (const wait of [4_000, 8_000, 16_000, 32_000, 60_000]) waits.push(await pass(wait))
  expect(waits).toEqual([8_000, 16_000, 32_000, 60_000, 60_000])
  setDown(false)
  expect(await pass(60_000)).toBe(4_000)
  expect(isOld()).toEqual(nothing)
})

test('after more than 500 new blocks, all queries are invalidated without reading logs', async () => {
  const { pass, url, isOld, methods } = await startWatch('empty')
  await chainOf(url).mine({ blocks: 501 })
  methods()
  await pass()
  expect(methods()).not.toContain('eth_getLogs')
  expect(isOld()).toEqual(everything)
})

test('an account on a network outside the site’s options is not watched', async () => {
  const { kit, clock } = startTestKit()
  const before = clock.waits.length
  watchAccount(kit, formatAccountId(formatNetworkId('eip155', 56), addressOf('empty')), undefined)()
  expect(clock.waits).toHaveLength(before)
})

test.each(['0x', null, 'latest', 7, `0x${'f'.repeat(17)}`])(
  'if a node reports the block %j, the next check waits 8 s',
  async (result) => {
    const node = await startTestServer((response) =>
      sendJson(response, { jsonrpc: '2.0', id: 1, result }),
    )
    const { kit, clock } = startTestKit({ customRpcUrls: { [network]: [node.url] } })
    onTestFinished(watchAccount(kit, formatAccountId(network, addressOf('empty')), undefined))
    await clock.scheduled(8_000)
    expect(node.requests).toHaveLength(1)
  },
)
