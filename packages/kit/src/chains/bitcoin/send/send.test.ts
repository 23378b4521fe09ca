import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBitcoinChain } from '../../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { BitcoinChain } from '../../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { prepareRequest } from '../../../domains/send/request/prepareRequest.lazy.ts'
import { prepareSend } from '../../../domains/send/review/prepareSend.ts'
import { isSerious } from '../../../domains/send/review/warnings.ts'
import { sendPrepared } from '../../../domains/send/progress/sendPrepared.lazy.ts'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import { newKey, readChain, startTestMoney } from '../startTestMoney.ts'
import { requestedPsbt, inputsOf, outputsOf } from '../wire/psbt.ts'
import { addressOf } from '../wire/scripts.ts'

let chain: BitcoinChain
beforeAll(async () => void (chain = await startBitcoinChain({ isHeld: true })))
afterAll(() => chain.close())

type Started = Awaited<ReturnType<typeof startTestMoney>>
const token = { symbol: 'BTC', decimals: 8 }

const prepare = (
  { kit, networkId, me, friend }: Started,
  amount: bigint | 'max',
  { to = friend, ...more }: { to?: string; feeChoice?: 'slow' | 'normal' | 'fast' } = {},
) => prepareSend(kit, { networkId, from: me.address, to: { address: to }, token, amount, ...more })

/** The PSBT of a prepared payment, with the addresses of its outputs. */
function psbtOf({ transaction }: Awaited<ReturnType<typeof prepare>>, { networkId }: Started) {
  if (!transaction || !('psbt' in transaction)) throw new Error('There is a PSBT')
  const psbt = requestedPsbt(transaction.psbt)
  return {
    inputs: inputsOf(psbt),
    outputs: outputsOf(psbt).map(({ script, amount }) => [addressOf(script, networkId), amount]),
  }
}

test('a payment spends replaceable coins, and its change goes back to the sender', async () => {
  const started = await startTestMoney(chain, { coins: [50_000, 70_000] })
  const prepared = await prepare(started, 30_000n)
  const { inputs, outputs } = psbtOf(prepared, started)
  expect(inputs).toHaveLength(1)
  expect(inputs[0]?.sequence).toBe(0xffff_fffd)
  const fee = prepared.fee?.total ?? 0n
  expect(new Map(outputs as [string, bigint][])).toEqual(
    new Map([
      [started.friend, 30_000n],
      [started.me.address, 70_000n - 30_000n - fee],
    ]),
  )
})

test('a coin that a payment of two coins needs is proved by the transaction that made it', async () => {
  const started = await startTestMoney(chain, { coins: [50_000, 70_000] })
  const { inputs } = psbtOf(await prepare(started, 100_000n), started)
  expect(inputs).toHaveLength(2)
  for (const { nonWitnessUtxo, witnessUtxo, index = 0 } of inputs)
    expect(nonWitnessUtxo?.outputs[index]?.amount).toBe(witnessUtxo?.amount)
})

test('an amount below the limit of its kind of address is refused as dust', async () => {
  const started = await startTestMoney(chain)
  const taproot = newKey('tr').address
  const legacy = newKey('pkh').address
  for (const [amount, to, isRefused] of [
    [293n, started.friend, true],
    [294n, started.friend, false],
    [329n, taproot, true],
    [330n, taproot, false],
    [545n, legacy, true],
    [546n, legacy, false],
  ] as const) {
    const { simulation } = await prepare(started, amount, { to })
    expect(simulation, `${amount} to ${to}`).toMatchObject(
      isRefused ? { status: 'fails', fault: 'dust' } : { status: 'works' },
    )
  }
})

test.each(['no key', '', 'ab', '0x02', 'ff'.repeat(33)])(
  'a public key that is none (%j) changes no payment',
  async (reportedKey) => {
    for (const kind of ['wpkh', 'sh', 'tr'] as const) {
      const started = await startTestMoney(chain, {
        coins: [50_000],
        kind,
        wallet: { reportedKey },
      })
      expect(await sendPrepared(started.kit, await prepare(started, 30_000n))).toMatch(
        /^[\da-f]{64}$/,
      )
    }
  },
)

test('change below the dust limit goes to the fee', async () => {
  const started = await startTestMoney(chain, { coins: [50_000] })
  const all = await prepare(started, 'max')
  const almost = await prepare(started, all.amount - 200n)
  expect(psbtOf(almost, started).outputs).toEqual([[started.friend, all.amount - 200n]])
  expect(almost.fee?.total).toBe((all.fee?.total ?? 0n) + 200n)
  await sendPrepared(started.kit, almost)
})

test('small coins are never spent, and the preview says so', async () => {
  const started = await startTestMoney(chain, {
    coins: [546, 546, 50_000, 600, 546, 546, 546, 546],
  })
  const untouched = [{ kind: 'protected', amount: 3_276n }]
  const all = await prepare(started, 'max')
  expect(all).toMatchObject({ balance: 53_876n, untouched, problems: [] })
  expect(all.amount).toBe(53_876n - (all.fee?.reserve ?? 0n))
  const spent = psbtOf(all, started).inputs.map(({ witnessUtxo }) => witnessUtxo?.amount)
  expect(spent.filter((amount = 0n) => amount <= 546n)).toEqual([])
  const more = await prepare(started, 50_500n)
  expect(more).toMatchObject({
    problems: ['fails'],
    simulation: { status: 'fails', fault: 'protected' },
  })
})

test('an address without a purpose may have collectibles: coins of up to 10000 satoshi stay', async () => {
  const started = await startTestMoney(chain, {
    coins: [10_000, 10_001],
    kind: 'tr',
    wallet: { purposes: [] },
  })
  const all = await prepare(started, 'max')
  expect(all.untouched).toEqual([{ kind: 'protected', amount: 10_000n }])
  expect(psbtOf(all, started).inputs.map(({ witnessUtxo }) => witnessUtxo?.amount)).toEqual([
    10_001n,
  ])
})

test('nothing is sent from an address for collectibles', async () => {
  const started = await startTestMoney(chain, { wallet: { purposes: ['ordinals'] } })
  expect(await prepare(started, 50_000n)).toMatchObject({
    problems: ['fails'],
    simulation: { fault: 'ordinals' },
    untouched: [{ kind: 'protected', amount: 2_000_000n }],
  })
})

test('a waiting coin of another sender does not count, and is not spent', async () => {
  const started = await startTestMoney(chain, { coins: [50_000] })
  chain.fund(started.me.address, 90_000n, { isWaiting: true })
  const prepared = await prepare(started, 60_000n)
  expect(prepared).toMatchObject({ balance: 50_000n, problems: ['balance'] })
  expect((await prepare(started, 10_000n)).untouched).toEqual([
    { kind: 'waiting', amount: 90_000n },
  ])
  chain.mine()
  expect((await prepare(started, 60_000n)).problems).toEqual([])
})

test('own change is spent while it waits, up to 25 transactions in a row', async () => {
  const started = await startTestMoney(chain, { coins: [900_000] })
  for (let count = 1; count <= 25; count++) {
    const prepared = await prepare(started, 1_000n)
    expect(prepared.problems, `payment ${count}`).toEqual([])
    await sendPrepared(started.kit, prepared)
    started.clock.advance(1)
  }
  expect(await prepare(started, 1_000n)).toMatchObject({
    problems: ['fails'],
    simulation: { fault: 'waiting' },
  })
  chain.mine()
  expect((await prepare(started, 1_000n)).problems).toEqual([])
})

test('a change that depends on a waiting coin of another sender does not count', async () => {
  const started = await startTestMoney(chain, { coins: [] })
  const other = await startTestMoney(chain, { coins: [500_000] })
  await sendPrepared(other.kit, await prepare(other, 400_000n, { to: started.me.address }))
  expect(await prepare(started, 1_000n)).toMatchObject({ balance: 0n, problems: ['balance'] })
})

test('the sender can choose one of three speeds', async () => {
  const started = await startTestMoney(chain)
  const send = await facetOf(started.kit, started.networkId, 'send')
  const order = {
    networkId: started.networkId,
    from: started.me.address,
    to: { address: started.friend },
    token,
    amount: 5_000n,
  }
  const choices = (await send.readFeeChoices?.(order)) ?? []
  expect(choices.map(({ id }) => id)).toEqual(['slow', 'normal', 'fast'])
  for (const { fee } of choices) expect(fee.rate?.unit).toBe('sat/vB')
})

test('an unusually high fee has to be confirmed', async () => {
  const started = await startTestMoney(chain, { coins: [2_000_000] })
  const fetchAll = globalThis.fetch
  globalThis.fetch = async (url, init) =>
    String(url).endsWith('/fee-estimates')
      ? new Response(JSON.stringify({ 1: 300.2, 3: 20.1, 12: 20 }))
      : fetchAll(url, init)
  try {
    const usual = await prepare(started, 30_000n)
    expect(usual.fee).toMatchObject({ rate: { value: 21, unit: 'sat/vB' }, seconds: 1_800 })
    expect(usual.warnings).toEqual([{ kind: 'firstTime' }])
    const high = await prepare(started, 30_000n, { feeChoice: 'fast' })
    expect(high.fee).toMatchObject({ rate: { value: 301 }, seconds: 600 })
    expect(high.warnings.filter(isSerious)).toEqual([{ kind: 'highFee' }])
    // the same fee is no large part of this amount
    const large = await prepare(started, 1_500_000n, { feeChoice: 'fast' })
    expect(large.warnings).toEqual([{ kind: 'firstTime' }])
  } finally {
    globalThis.fetch = fetchAll
  }
})

test('a site chooses the speed by name, and another name is refused', async () => {
  const started = await startTestMoney(chain, { coins: [2_000_000] })
  const rateOf = async (feeChoice?: 'slow' | 'normal' | 'fast') => {
    const request = { to: started.friend, amount: '0.0003', ...(feeChoice && { feeChoice }) }
    return (await prepareRequest(started.kit, request)).fee?.rate?.value ?? 0
  }
  const [usual, slow, fast] = [await rateOf(), await rateOf('slow'), await rateOf('fast')]
  expect(slow).toBeLessThan(fast)
  expect(await rateOf('normal')).toBe(usual)
  // a page without TypeScript may pass anything
  await expect(rateOf('faster' as 'fast')).rejects.toMatchObject({ code: 'optionInvalid' })
})

test('a wallet that signs no PSBT has no fee choices', async () => {
  const started = await startTestMoney(chain, { wallet: { canSignPsbt: false } })
  const send = await facetOf(started.kit, started.networkId, 'send')
  expect(
    await send.readFeeChoices?.({
      networkId: started.networkId,
      from: started.me.address,
      to: { address: started.friend },
      token,
      amount: 5_000n,
    }),
  ).toEqual([])
})

test('after several payments vanished, the next one spends a coin of each', async () => {
  const started = await startTestMoney(chain, { coins: [60_000, 90_000] })
  const { kit, clock } = started
  for (const count of [1, 2]) {
    const hash = await sendPrepared(kit, await prepare(started, 20_000n))
    await expect.poll(() => kit.getState().pending?.[0]?.replacementKey).toBeDefined()
    expect(kit.getState().pending).toHaveLength(count)
    chain.drop(hash)
  }
  await expect
    .poll(() => {
      clock.advance(60_000)
      return kit.getState().pending?.map(({ status }) => status)
    })
    .toEqual(['unseen', 'unseen'])
  const { inputs } = psbtOf(await prepare(started, 10_000n), started)
  expect(inputs.map(({ witnessUtxo }) => witnessUtxo?.amount).toSorted()).toEqual([
    60_000n,
    90_000n,
  ])
})

test('after a payment vanished from the network, the next one spends one of its coins', async () => {
  const started = await startTestMoney(chain, { coins: [60_000, 90_000] })
  const { kit, clock } = started
  const first = await sendPrepared(kit, await prepare(started, 20_000n))
  await expect.poll(() => kit.getState().pending?.[0]?.replacementKey).toBeDefined()
  chain.drop(first)
  // the node may not know the new transaction yet: its coin is left alone
  const soon = await prepare(started, 20_000n)
  expect(psbtOf(soon, started).inputs[0]?.witnessUtxo?.amount).toBe(60_000n)
  await expect
    .poll(() => {
      clock.advance(60_000)
      return kit.getState().pending?.[0]?.status
    })
    .toBe('unseen')
  const later = await prepare(started, 40_000n)
  expect(psbtOf(later, started).inputs.map(({ witnessUtxo }) => witnessUtxo?.amount)).toEqual([
    90_000n,
  ])
  expect(later.warnings.map(({ kind }) => kind)).toContain('replacesMissing')
  const second = await sendPrepared(kit, later)
  await expect.poll(() => kit.getState().pending?.[0]?.hash).toBe(second)
  chain.mine()
  const { chain_stats: paid } = (await readChain(chain, `/address/${started.friend}`)) as {
    chain_stats: { funded_txo_sum: number }
  }
  expect(paid.funded_txo_sum).toBe(40_000)
  await expect
    .poll(() => {
      clock.advance(60_000)
      return kit.getState().pending?.map(({ status }) => status)
    })
    .toEqual(['mined', 'replaced'])
})
