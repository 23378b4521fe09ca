import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { treasury } from '@latchkey/devnet/accounts'
import { startTestBitcoin } from '@latchkey/devnet/bitcoin/testing/startTestBitcoin'
import { bitcoinTreasury, fundBitcoinTreasury } from '@latchkey/devnet/fundTreasury'
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { createApi } from '../../api/src/createApi.ts'
import { bitcoinChainAt } from '../../api/src/testing/bitcoinChainAt.ts'
import { bitcoinWallet } from '../../api/src/testing/bitcoinWallet.ts'
import { neverOverloaded } from '../../api/src/testing/neverOverloaded.ts'
import {
  cardForm,
  cards,
  onrampClient,
  postForm,
  type Bought,
} from '../../api/src/testing/onrampClient.ts'
import { startGate, type GatePoint } from '../../api/src/testing/startGate.ts'
import { freePorts } from '@latchkey/devnet/ports'

const secret = 'a secret of the tests, of 32 or more'
const price = 100_000
const running = new Set<ChildProcess>()

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = once(child, 'close')
  child.kill('SIGKILL')
  await over
}
afterEach(async () => {
  await Promise.all([...running].map(kill))
})

/** A Bitcoin chain behind a gate, an API in this process, and a sandbox as a process. */
async function start() {
  const chain = await startTestBitcoin()
  await fundBitcoinTreasury(chain)
  const node = await startGate(() => chain.url)
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-sandbox-'))
  const [port = 0] = await freePorts(1)
  const api = createApi({
    ...neverOverloaded,
    chains: [bitcoinChainAt(chain.url)],
    prices: async () => price,
    database: 'memory',
    onramp: { sandbox: { url: `http://127.0.0.1:${port}`, secret } },
  })
  const { url } = await api.listen({ port: 0 })
  const chains = join(folder, 'chains.json')
  await writeFile(chains, JSON.stringify([bitcoinChainAt(node.url)]))
  const startSandbox = async () => {
    const child = spawn(
      process.execPath,
      [...shortRun, ...argsOf(new URL('main.ts', import.meta.url))],
      {
        env: {
          ...process.env,
          LATCHKEY_CHAINS: chains,
          LATCHKEY_SANDBOX_SECRET: secret,
          LATCHKEY_SANDBOX_TREASURY: treasury.privateKey,
          LATCHKEY_SANDBOX_NETWORKS: bitcoinRegtestId,
          LATCHKEY_API_URL: url,
          LATCHKEY_DATABASE: join(folder, 'database'),
          PORT: String(port),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    running.add(child)
    if (child.stdout) await once(createInterface(child.stdout), 'line')
    return child
  }
  onTestFinished(async () => {
    await Promise.all([...running].map(kill))
    await Promise.all([api.close(), node.close()])
    await rm(folder, { recursive: true, force: true })
  })
  /** What an address has received in blocks, in satoshi, and the number of transactions. */
  const statsOf = async (address: string) => {
    const { body } = await chain.get(`/address/${address}`)
    return (body as { chain_stats: { funded_txo_sum: number; tx_count: number } }).chain_stats
  } // the devnet's Esplora
  return { chain, node, url, startSandbox, statsOf, client: onrampClient(() => url) }
}

/** Where the sandbox is killed: when a transaction is sent (`asked`), or when that is answered. */
const points: readonly GatePoint[] = ['asked', 'answered']
const sends = (body: string) => /^0[12]000000/.test(body)

test('when the process is killed while it sends bitcoins, each order is paid exactly once', {
  timeout: 240_000,
}, async () => {
  const { chain, node, url, startSandbox, statsOf, client } = await start()
  let child = await startSandbox()
  const buying = { symbol: 'BTC', chainId: bitcoinRegtestId, amount: 50 }
  await expect
    .poll(async () => (await client.quotes(buying).catch(() => [])).length, { timeout: 60_000 })
    .toBe(1)
  let wallets = 20
  for (const point of points) {
    const dies = child
    const before = await statsOf(bitcoinTreasury)
    const bought: (Bought & { payment: string })[] = []
    for (let count = 0; count < 3; count += 1) {
      const { payment } = bitcoinWallet((wallets += 1))
      const session = await client.sessionFor(buying)
      const order = await client.begin({
        sessionData: { ...session.sessionData, walletAddress: payment as `0x${string}` },
      }) // the client's type names EVM addresses alone
      bought.push({ ...order, payment })
    }
    let dying: Promise<void> | undefined
    node.cut = (body, at) => {
      if (dying || (at === point && sends(body))) dying ??= kill(dies)
      return dying !== undefined
    }
    const pay = () =>
      Promise.all(bought.map(({ page }) => postForm(page, cardForm(cards.good)).catch(() => {})))
    await pay()
    await expect.poll(() => dying !== undefined, { timeout: 30_000, message: point }).toBe(true)
    await dying
    node.cut = () => false
    child = await startSandbox()
    await pay() // like visitors who send a form again, because it got no answer
    for (const { orderId, payment } of bought) {
      await expect
        .poll(
          async () => {
            chain.mine()
            return (await client.order(orderId)).state
          },
          { timeout: 60_000, interval: 200 },
        )
        .toBe('done')
      const { purchase, walletAddress, hash, chainId } = await client.order(orderId)
      expect([walletAddress, chainId, hash?.length]).toEqual([payment, bitcoinRegtestId, 64])
      expect(await statsOf(payment), point).toMatchObject({
        funded_txo_sum: Math.round(Number(purchase.amount) * 1e8),
        tx_count: 1,
      })
      const listed = await fetch(`${url}/v1/account/${payment}/history?onramp=sandbox`)
      expect(await listed.json()).toMatchObject({ data: [{ metadata: { hash, sentTo: payment } }] })
      const history = await fetch(`${url}/v1/account/${payment}/history`)
      expect(await history.json()).toMatchObject({
        data: [{ metadata: { hash, operationType: 'buy', application: { name: 'Sandbox' } } }],
      })
    }
    expect((await statsOf(bitcoinTreasury)).tx_count - before.tx_count, point).toBe(3)
  }
})

test('an order for an address of another network, or of another kind of chain, is refused', {
  timeout: 120_000,
}, async () => {
  const { startSandbox, client } = await start()
  await startSandbox()
  const buying = { symbol: 'BTC', chainId: bitcoinRegtestId, amount: 50 }
  await expect
    .poll(async () => (await client.quotes(buying).catch(() => [])).length, { timeout: 60_000 })
    .toBe(1)
  const { sessionData } = await client.sessionFor(buying)
  const { payment, ordinals } = bitcoinWallet(40)
  for (const walletAddress of [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    treasury.address,
    `${payment},${ordinals}`,
    `${payment.slice(0, -1)}q`,
    bitcoinTreasury,
  ])
    expect(
      await client.request('onramp/widget', { sessionData: { ...sessionData, walletAddress } }),
      walletAddress,
    ).toMatchObject({ status: 400, body: { reasons: [{ field: 'walletAddress' }] } })
})
