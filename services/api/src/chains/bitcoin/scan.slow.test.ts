import { expect, onTestFinished, test } from 'vitest'
import { minerAddress } from '@latchkey/devnet/bitcoin/chain/faucet'
import { startTestBitcoin } from '@latchkey/devnet/bitcoin/testing/startTestBitcoin'
import { createApi } from '../../createApi.ts'
import { bitcoinChainAt } from '../../testing/bitcoinChainAt.ts'
import { bitcoinWallet, broadcast, type SpentCoin } from '../../testing/bitcoinWallet.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import { gainOf, readBitcoinBalance, readBitcoinHistory } from '../../testing/readBitcoinAccount.ts'
import { createBitcoinScan } from '../../testing/scanBitcoin.ts'

/** A generator of numbers from 0 to 1, from a seed. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const wallets = [bitcoinWallet(21), bitcoinWallet(22), bitcoinWallet(23)]
const steps = 14

test.each([1, 2])(
  'after every block, replacement and reorganisation, balances and histories equal a plain scan (seed %i)',
  { timeout: 180_000 },
  async (seed) => {
    const chain = await startTestBitcoin()
    const api = createApi({
      ...neverOverloaded,
      chains: [bitcoinChainAt(chain.url, `${chain.url}/`)],
    })
    onTestFinished(() => api.close())
    const random = createRandom(seed)
    const pick = <item>(items: readonly item[]): item => {
      const item = items[Math.floor(random() * items.length)]
      if (item === undefined) throw new Error('Nothing to pick')
      return item
    }
    const scan = createBitcoinScan(chain.url)
    const accounts = [
      ...wallets.map(({ payment, ordinals }) => [payment, ordinals]),
      ...wallets.slice(0, 1).map(({ payment }) => [payment]),
      [minerAddress ?? ''],
    ]
    /** What each wallet has sent and may replace. */
    const sent: { wallet: (typeof wallets)[number]; coins: readonly SpentCoin[]; fee: bigint }[] =
      []
    for (const wallet of wallets) {
      chain.fund(wallet.payment, 5_000_000n)
      chain.fund(wallet.ordinals, 10_000n)
    }

    const actions: readonly (() => Promise<unknown>)[] = [
      async () => chain.mine(1 + Math.floor(random() * 2)),
      async () => chain.reorganise(1 + Math.floor(random() * 3)),
      async () =>
        chain.fund(pick([pick(wallets).payment, pick(wallets).ordinals]), 20_000n, {
          isWaiting: random() < 0.7,
        }),
      () => pay((payee) => [{ to: payee.payment, amount: 30_000n }]),
      () => pay((payee) => [{ to: payee.payment, amount: 30_000n }]),
      () =>
        pay((payee) => [
          ...wallets.map(({ ordinals }) => ({ to: ordinals, amount: 5_000n })),
          { to: payee.payment, amount: 7_000n },
          { to: new Uint8Array([0x6a, 2, 0x68, 0x69]), amount: 0n },
        ]),
      () => pay((_, payer) => [{ to: payer.ordinals, amount: 9_000n }]),
      async () => {
        const [first, second] = wallets
        if (!first || !second) return
        const [mine, theirs] = await Promise.all([first.coins(chain.url), second.coins(chain.url)])
        const hex = first.sign(mine.slice(0, 1), [{ to: second.payment, amount: 12_000n }], {
          with: second,
          theirs: theirs.slice(0, 1),
        })
        await broadcast(chain.url, hex)
      },
      async () => {
        const last = sent.at(-1)
        if (!last) return
        const hex = last.wallet.sign(last.coins, [{ to: last.wallet.ordinals, amount: 4_000n }], {
          fee: last.fee + 8_000n,
        })
        await broadcast(chain.url, hex)
      },
    ]

    async function pay(
      payments: (
        payee: (typeof wallets)[number],
        payer: (typeof wallets)[number],
      ) => Parameters<(typeof wallets)[number]['sign']>[1],
    ) {
      const [payer, payee] = [pick(wallets), pick(wallets)]
      const all = await payer.coins(chain.url)
      const coins = random() < 0.5 ? all : all.slice(-2)
      const fee = 1_000n + BigInt(Math.floor(random() * 1_000))
      await broadcast(chain.url, payer.sign(coins, payments(payee, payer), { fee }))
      sent.push({ wallet: payer, coins, fee })
    }

    let done = 0
    for (let step = 0; step < steps; step += 1) {
      // a chain may refuse an action, such as a payment of more than there is
      await pick(actions)().then(
        () => (done += 1),
        (error: unknown) => {
          if (!(error instanceof Error)) throw error
        },
      )
      const scanned = await scan(accounts)
      for (const [index, addresses] of accounts.entries()) {
        const { certain, pending, changes } = scanned[index] ?? {}
        const account = addresses.join()
        // the miner's history has thousands of rewards
        if (addresses[0] === minerAddress && step < steps - 1) continue
        expect(await readBitcoinBalance(api, account)).toEqual({
          certain,
          pending,
          unavailable: null,
        })
        const entries = await readBitcoinHistory(api, account)
        expect(new Map(entries.map((entry) => [entry.metadata.hash, factOf(entry)]))).toEqual(
          changes,
        )
        expect(entries).toHaveLength(changes?.size ?? 0)
        const confirmations = entries.map(({ metadata }) => metadata.confirmations ?? -1)
        expect(confirmations).toEqual(confirmations.toSorted((a, b) => a - b))
        for (const { metadata } of entries)
          expect(metadata.status).toBe(metadata.confirmations ? 'confirmed' : 'pending')
      }
    }
    expect(done).toBeGreaterThan(steps / 2)
  },
)

const factOf = (entry: Parameters<typeof gainOf>[0]) => ({
  net: gainOf(entry),
  confirmations: entry.metadata.confirmations,
})
