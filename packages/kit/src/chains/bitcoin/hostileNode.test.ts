/**
 * An Esplora answers anything. The kit then reports an error or an unknown state, and never a wrong
 * balance, a payment with a hidden fee, or the end of a transaction.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startBitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { BitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { prepareSend } from '../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../domains/send/progress/sendPrepared.lazy.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { bitcoinNetwork, readChain, startTestMoney } from './startTestMoney.ts'
import { inputsOf, requestedPsbt } from './wire/psbt.ts'

let chain: BitcoinChain
beforeAll(async () => void (chain = await startBitcoinChain({ isHeld: true })))
afterAll(() => chain.close())

type Started = Awaited<ReturnType<typeof startTestMoney>>
/** Changes an answer. Undefined leaves it as it is. */
type Change = (path: string, body: string) => Response | undefined

/** Lets the chain's server lie until the test ends. */
function lie(change: Change): void {
  const fetchAll = globalThis.fetch
  globalThis.fetch = async (url, init) => {
    const response = await fetchAll(url, init)
    const { pathname } = new URL(String(url))
    return change(pathname, await response.clone().text()) ?? response
  }
  onTestFinished(() => void (globalThis.fetch = fetchAll))
}
const json = (value: unknown) => new Response(JSON.stringify(value))

const prepare = ({ kit, networkId, me, friend }: Started, amount: bigint | 'max' = 70_000n) =>
  prepareSend(kit, {
    networkId,
    from: me.address,
    to: { address: friend },
    token: { symbol: 'BTC', decimals: 8 },
    amount,
  })

const coins = [50_000, 60_000]

test.each(['wpkh', 'sh', 'pkh'] as const)(
  'a node that shows a smaller amount of a coin can’t make a %s address pay a hidden fee',
  async (kind) => {
    const started = await startTestMoney(chain, { coins: [900_000, 60_000], kind })
    lie((path, body) =>
      path.endsWith('/utxo')
        ? json(
            (JSON.parse(body) as { value: number }[]).map((coin) => ({
              ...coin,
              value: coin.value === 900_000 ? 90_000 : coin.value,
            })),
          )
        : undefined,
    )
    expect(await reasonOf(prepare(started))).toMatchObject({ code: 'answerInvalid' })
  },
)

test('a node that shows another amount of a taproot coin only gets a signature that nodes refuse', async () => {
  const started = await startTestMoney(chain, { coins: [900_000], kind: 'tr' })
  lie((path, body) =>
    path.endsWith('/utxo') ? new Response(body.replace('900000', '90000')) : undefined,
  )
  const prepared = await prepare(started)
  expect(await reasonOf(sendPrepared(started.kit, prepared))).toMatchObject({
    code: 'transactionRejected',
    refusal: 'unsigned',
  })
})

test('a node that shows another earlier transaction is refused', async () => {
  const started = await startTestMoney(chain, { coins })
  const other = chain.fund(started.friend, 70_000n)
  const hex = await (await fetch(`${chain.url}/tx/${other}/hex`)).text()
  for (const answer of [hex, hex.slice(2), '', 'no hex', `${hex}00`]) {
    const fetchAll = globalThis.fetch
    lie((path) => (path.endsWith('/hex') ? new Response(answer) : undefined))
    expect(await reasonOf(prepare(started)), answer.slice(0, 10)).toMatchObject({
      code: 'answerInvalid',
    })
    globalThis.fetch = fetchAll
  }
})

test('a coin that is listed twice, or an absurd amount, is refused', async () => {
  const started = await startTestMoney(chain, { coins: [50_000] })
  const [coin] = (await readChain(chain, `/address/${started.me.address}/utxo`)) as object[]
  const lists: readonly unknown[] = [
    [coin, coin],
    [{ ...coin, value: 2_100_000_000_000_001 }],
    [{ ...coin, value: -1 }],
    [{ ...coin, value: 1.5 }],
    [{ ...coin, value: '50000' }],
    [{ ...coin, txid: '../../tx' }],
    [{ ...coin, status: {} }],
    {},
    null,
  ]
  for (const list of lists) {
    const fetchAll = globalThis.fetch
    lie((path) => (path.endsWith('/utxo') ? json(list) : undefined))
    expect(await reasonOf(prepare(started, 10_000n)), JSON.stringify(list)).toMatchObject({
      code: 'answerInvalid',
    })
    globalThis.fetch = fetchAll
  }
})

test('rates that no network has are refused', async () => {
  const started = await startTestMoney(chain, { coins: [50_000] })
  const absurd: readonly unknown[] = [
    ...[{ 3: 1e9 }, { 3: -1 }, { 3: 0 }, { 3: '5' }, { 3: null }, { soon: 5 }],
    // no estimates are an empty object
    ...[null, [], [5, 5], 'none', 7],
  ]
  for (const rates of absurd) {
    const fetchAll = globalThis.fetch
    lie((path) => (path.endsWith('/fee-estimates') ? json(rates) : undefined))
    expect(await reasonOf(prepare(started, 10_000n)), JSON.stringify(rates)).toMatchObject({
      code: 'answerInvalid',
    })
    globalThis.fetch = fetchAll
  }
})

test('without estimates, the fee is low, and no time is promised', async () => {
  const started = await startTestMoney(chain, { coins: [50_000] })
  lie((path) => (path.endsWith('/fee-estimates') ? json({}) : undefined))
  const { fee } = await prepare(started, 10_000n)
  expect(fee?.rate).toEqual({ value: 2, unit: 'sat/vB' })
  expect(fee?.seconds).toBeUndefined()
})

test('a node that shows another transaction can’t change what a replacement pays', async () => {
  const started = await startTestMoney(chain, { coins: [500_000, 900_000] })
  const { kit, networkId, me, friend } = started
  const hash = await sendPrepared(kit, await prepare(started))
  const { prepareReplacement } = await facetOf(kit, networkId, 'transactions')
  const replacement = (purpose: 'speedUp' | 'cancel') =>
    Promise.resolve(prepareReplacement?.({ networkId, hash, address: me.address, purpose }))
  type Shown = {
    vin: { txid: string; vout: number; prevout: { value: number } }[]
    vout: { scriptpubkey: string; scriptpubkey_address: string; value: number }[]
    fee: number
    weight: number
  }
  const shown = (await readChain(chain, `/tx/${hash}`)) as Shown
  const [unspent] = (await readChain(chain, `/address/${me.address}/utxo`)) as {
    txid: string
    vout: number
    value: number
  }[]
  const toFriend = shown.vout.find(({ scriptpubkey_address: to }) => to === friend)
  const other = `0014${'ab'.repeat(20)}`
  const lies: readonly Partial<Shown>[] = [
    { vout: shown.vout.map((out) => (out === toFriend ? { ...out, scriptpubkey: other } : out)) },
    {
      vout: shown.vout.map((out) =>
        out === toFriend ? { ...out, value: out.value * 2 } : { ...out, value: 70_000 },
      ),
    },
    { vout: shown.vout.slice(0, 1) },
    // other coins of the same address: both transactions could then get into a block
    { vin: shown.vin.map((input) => ({ ...input, ...unspent })) },
    { vin: [...shown.vin, { ...shown.vin[0], ...unspent, prevout: { value: 0 } } as never] },
    { fee: shown.fee + 100_000 },
    // the replacement would cost as much for each byte as this one seems to
    { weight: 50 },
  ]
  for (const part of lies) {
    const fetchAll = globalThis.fetch
    lie((path) => (path === `/tx/${hash}` ? json({ ...shown, ...part }) : undefined))
    for (const purpose of ['speedUp', 'cancel'] as const)
      expect(await reasonOf(replacement(purpose)), JSON.stringify(part)).toMatchObject({
        code: 'answerInvalid',
      })
    globalThis.fetch = fetchAll
  }
  for (const purpose of ['speedUp', 'cancel'] as const)
    expect(await replacement(purpose)).toMatchObject({ status: 'ready' })
})

test('a payment whose answer is lost counts as sent, and a refused one does not', async () => {
  const lost = await startTestMoney(chain, { coins: [50_000] })
  const prepared = await prepare(lost, 10_000n)
  const fetchAll = globalThis.fetch
  lie((path) => (path === '/tx' ? new Response('', { status: 410 }) : undefined))
  globalThis.fetch = async (url, init) => {
    const response = await fetchAll(url, init)
    if (init?.method !== 'POST') return response
    throw new TypeError('The connection was lost')
  }
  const sending = sendPrepared(lost.kit, prepared)
  const ticking = setInterval(() => lost.clock.advance(1_000), 10)
  onTestFinished(() => clearInterval(ticking))
  const hash = await sending
  globalThis.fetch = fetchAll
  expect(await readChain(chain, `/tx/${hash}`)).toMatchObject({ txid: hash })
  const refused = await startTestMoney(chain, { coins: [50_000] })
  const next = await prepare(refused, 10_000n)
  const reason = 'sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}'
  onTestFinished(() => void (globalThis.fetch = fetchAll))
  globalThis.fetch = async (url, init) =>
    init?.method === 'POST' ? new Response(reason, { status: 400 }) : fetchAll(url, init)
  expect(await reasonOf(sendPrepared(refused.kit, next))).toMatchObject({
    code: 'transactionRejected',
    refusal: 'feeLow',
    isUnsent: true,
  })
})

test('after a payment that a node refused and may have passed on, the next one spends a coin of it', async () => {
  const started = await startTestMoney(chain, { coins: [50_000] })
  const prepared = await prepare(started, 10_000n)
  const fetchAll = globalThis.fetch
  onTestFinished(() => void (globalThis.fetch = fetchAll))
  globalThis.fetch = async (url, init) =>
    init?.method === 'POST'
      ? new Response('min relay fee not met', { status: 400 })
      : fetchAll(url, init)
  expect(await reasonOf(sendPrepared(started.kit, prepared))).toMatchObject({ isUnsent: true })
  globalThis.fetch = fetchAll
  // without the refused payment, the larger coin would be enough
  chain.fund(started.me.address, 90_000)
  const next = await prepare(started, 20_000n)
  expect(next.warnings.map(({ kind }) => kind)).not.toContain('replacesMissing')
  if (!next.transaction || !('psbt' in next.transaction)) throw new Error('There is a PSBT')
  const spent = inputsOf(requestedPsbt(next.transaction.psbt))
  expect(spent.map(({ witnessUtxo }) => witnessUtxo?.amount)).toContain(50_000n)
})

test('a payment that one node has counts as sent, even if the next node refuses it', async () => {
  const started = await startTestMoney(chain, {
    coins: [50_000],
    options: { networks: [bitcoinNetwork(chain.url, 'http://second.test')] },
  })
  const prepared = await prepare(started, 10_000n)
  const fetchAll = globalThis.fetch
  const second: string[] = []
  globalThis.fetch = async (url, init) => {
    const isPost = init?.method === 'POST'
    if (String(url).startsWith('http://second.test')) {
      second.push(String(url))
      return new Response('min relay fee not met', { status: isPost ? 400 : 404 })
    }
    const response = await fetchAll(url, init)
    if (isPost) throw new TypeError('The connection was lost')
    return response
  }
  const ticking = setInterval(() => started.clock.advance(1_000), 10)
  onTestFinished(() => {
    clearInterval(ticking)
    globalThis.fetch = fetchAll
  })
  const hash = await sendPrepared(started.kit, prepared)
  expect(second).toContain('http://second.test/tx')
  expect(await readChain(chain, `/tx/${hash}`)).toMatchObject({ txid: hash })
})

test('whatever a node answers, the kit reports an error or a value of the right form', async () => {
  const started = await startTestMoney(chain, { coins: [50_000] })
  const { kit, networkId, me } = started
  const hash = await sendPrepared(kit, await prepare(started, 10_000n))
  const [assets, transactions, send] = await Promise.all([
    facetOf(kit, networkId, 'assets'),
    facetOf(kit, networkId, 'transactions'),
    facetOf(kit, networkId, 'send'),
  ])
  const whole = fc.oneof(fc.nat(), fc.constantFrom<unknown>(-1, 1.5, 1e300, '5', null, true))
  const txid = fc.constantFrom<unknown>(hash, '00'.repeat(32), 'x', 7)
  const status = fc.oneof(
    fc.record({ confirmed: fc.boolean(), block_height: whole, block_time: whole }),
    fc.anything(),
  )
  const output = fc.record({
    scriptpubkey: fc.constantFrom<unknown>('0014', '', 'xx', 5),
    scriptpubkey_address: fc.constantFrom<unknown>(me.address, started.friend, 1),
    value: whole,
  })
  const sums = fc.record({ funded_txo_sum: whole, spent_txo_sum: whole, tx_count: whole })
  const answer = fc.oneof(
    fc.anything(),
    whole,
    fc.array(fc.record({ txid, vout: whole, value: whole, status }), { maxLength: 3 }),
    fc.array(fc.record({ spent: fc.boolean(), txid, status }), { maxLength: 3 }),
    fc.record({ chain_stats: sums, mempool_stats: sums }),
    fc.record({
      txid,
      status,
      fee: whole,
      weight: whole,
      vin: fc.array(fc.record({ txid, vout: whole, sequence: whole, prevout: output })),
      vout: fc.array(output, { maxLength: 3 }),
    }),
  )
  let lies: readonly unknown[] = []
  let count = 0
  lie(() => json(lies[count++ % lies.length] ?? null))
  const settled = async (promise: Promise<unknown>) => {
    const value = await promise.catch((error: unknown) => error)
    if (value instanceof Error && !KitError.is(value)) throw value
    return value
  }
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), async (answers) => {
      lies = answers
      const balances = await settled(
        assets.getBalances({ address: me.address, networkId, tokens: [] }),
      )
      if (Array.isArray(balances)) {
        const [balance] = balances as readonly bigint[]
        expect(balance !== undefined && balance >= 0n && balance <= 21n * 10n ** 14n).toBe(true)
      }
      await settled(assets.lookForChanges({ address: me.address, networkId }))
      const state = await settled(
        transactions.createLookup()({
          hash,
          networkId,
          address: me.address,
          sentAt: 0,
          status: 'pending',
          replacementKey: `${'00'.repeat(32)}:0`,
        }),
      )
      expect(KitError.is(state) || typeof (state as { kind: unknown }).kind === 'string').toBe(true)
      await settled(transactions.readFee({ networkId, hash }))
      await settled(Promise.resolve(transactions.countConfirmations?.({ networkId, hash })))
      for (const purpose of ['speedUp', 'cancel'] as const)
        await settled(
          Promise.resolve(
            transactions.prepareReplacement?.({ networkId, hash, address: me.address, purpose }),
          ),
        )
      const tokens = new Set<string>()
      expect(await send.recentTransfers({ account: me.address, networkId, tokens })).toBeInstanceOf(
        Array,
      )
      await settled(prepare(started, 1_000n))
    }),
    { numRuns: 60, seed: 11 },
  )
})
