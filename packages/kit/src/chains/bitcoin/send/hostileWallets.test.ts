/**
 * Wallets return another transaction than the requested one, or none. Nothing of it may reach the
 * network.
 */
import { Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBitcoinChain } from '../../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { BitcoinChain } from '../../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { prepareSend } from '../../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../../domains/send/progress/sendPrepared.lazy.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { finalPsbt, newKey, readChain, startTestMoney } from '../startTestMoney.ts'
import type { KeyKind, TestFunds, TestSigner } from '../startTestMoney.ts'
import { requestedPsbt, outputsOf, inputsOf } from '../wire/psbt.ts'
import { scriptOf } from '../wire/scripts.ts'

let chain: BitcoinChain
beforeAll(async () => void (chain = await startBitcoinChain({ isHeld: true })))
afterAll(() => chain.close())

type Started = Awaited<ReturnType<typeof startTestMoney>>
const kinds: readonly KeyKind[] = ['wpkh', 'tr', 'sh', 'pkh']

async function start(wallet: Partial<TestSigner>, more: TestFunds = {}) {
  const started = await startTestMoney(chain, { coins: [50_000, 60_000], ...more, wallet })
  const { kit, networkId, me, friend } = started
  const pay = async (amount = 70_000n) =>
    sendPrepared(
      kit,
      await prepareSend(kit, {
        networkId,
        from: me.address,
        to: { address: friend },
        token: { symbol: 'BTC', decimals: 8 },
        amount,
      }),
    )
  return { ...started, pay }
}

/** The number of transactions that an address has. */
const countOf = async (address: string) => {
  const { chain_stats, mempool_stats } = (await readChain(chain, `/address/${address}`)) as {
    [part in 'chain_stats' | 'mempool_stats']: { tx_count: number }
  }
  return chain_stats.tx_count + mempool_stats.tx_count
}

/** The PSBT with changes to the transaction inside. */
function changed(
  psbt: Uint8Array,
  change: {
    outputs?: (outputs: { script: Uint8Array; amount: bigint }[]) => {
      script: Uint8Array
      amount: bigint
    }[]
    sequence?: number
    lockTime?: number
    version?: number
    count?: number
  },
): Uint8Array {
  const original = requestedPsbt(psbt)
  const transaction = new Transaction({
    disableScriptCheck: true,
    lockTime: change.lockTime ?? 0,
    version: change.version ?? 2,
  })
  for (const input of inputsOf(original).slice(0, change.count))
    transaction.addInput({ ...input, sequence: change.sequence ?? input.sequence ?? 0 })
  const outputs = outputsOf(original).map((output) => ({ ...output }))
  for (const output of change.outputs?.(outputs) ?? outputs) transaction.addOutput(output)
  return transaction.toPSBT()
}

const thief = newKey().address
const changes: readonly [string, (psbt: Uint8Array, started: Started) => Uint8Array][] = [
  [
    'another recipient',
    (psbt, { networkId, friend }) =>
      changed(psbt, {
        outputs: (outputs) =>
          outputs.map((output) =>
            String(output.script) === String(scriptOf(friend, networkId))
              ? { ...output, script: scriptOf(thief, networkId) ?? output.script }
              : output,
          ),
      }),
  ],
  [
    'change to another address',
    (psbt, { networkId, me }) =>
      changed(psbt, {
        outputs: (outputs) =>
          outputs.map((output) =>
            String(output.script) === String(scriptOf(me.address, networkId))
              ? { ...output, script: scriptOf(thief, networkId) ?? output.script }
              : output,
          ),
      }),
  ],
  [
    'a larger amount',
    (psbt) =>
      changed(psbt, {
        outputs: (outputs) =>
          outputs.map((output, index) =>
            index === 0 ? { ...output, amount: output.amount + 1n } : output,
          ),
      }),
  ],
  ['a higher fee', (psbt) => changed(psbt, { outputs: (outputs) => outputs.slice(0, 1) })],
  ['the outputs in another order', (psbt) => changed(psbt, { outputs: (all) => all.toReversed() })],
  [
    'fewer coins',
    (psbt) =>
      changed(psbt, {
        count: 1,
        outputs: (all) => all.slice(0, 1).map((one) => ({ ...one, amount: 1_000n })),
      }),
  ],
  ['another sequence', (psbt) => changed(psbt, { sequence: 0xffff_ffff })],
  ['a lock time', (psbt) => changed(psbt, { lockTime: 900_000 })],
  ['another version', (psbt) => changed(psbt, { version: 1 })],
]

test.each(changes)('a transaction with %s is refused, and not sent', async (_, change) => {
  for (const isFinal of [false, true]) {
    const wallet: { current?: Started } = {}
    const started = await start({
      returned: (psbt) => psbt,
      replace: (psbt) => (wallet.current ? change(psbt, wallet.current) : psbt),
    })
    wallet.current = started
    if (isFinal) started.wallet.returned = finalPsbt
    const before = await countOf(started.me.address)
    expect(await reasonOf(started.pay())).toMatchObject({
      code: 'transactionChanged',
      isUnsent: true,
    })
    expect([await countOf(started.me.address), await countOf(started.friend)]).toEqual([before, 0])
    expect(started.kit.getState().pending ?? []).toEqual([])
  }
})

test.each(kinds)('signatures of a %s address that cover only a part are refused', async (kind) => {
  for (const sighashType of [2, 0x81, 0x83])
    for (const isFinal of [false, true]) {
      const started = await start({ sighashType }, { kind })
      if (isFinal) started.wallet.returned = finalPsbt
      expect(await reasonOf(started.pay()), `type ${sighashType}`).toMatchObject({
        code: 'transactionChanged',
      })
      expect(await countOf(started.friend)).toBe(0)
    }
})

test.each(kinds)('a correct PSBT of a %s address is sent, final or not', async (kind) => {
  for (const isFinal of [false, true])
    for (const reportsKeys of [true, false]) {
      const started = await start({ reportsKeys }, { kind })
      if (isFinal) started.wallet.returned = finalPsbt
      const hash = await started.pay()
      expect(await readChain(chain, `/tx/${hash}`)).toMatchObject({ status: { confirmed: false } })
    }
})

test('another party may have signed its own input as it likes', async () => {
  const started = await start({})
  const { kit, me, friend, networkId } = started
  const other = newKey()
  const txid = chain.fund(other.address, 40_000)
  const [mine] = (await readChain(chain, `/address/${me.address}/utxo`)) as {
    txid: string
    vout: number
    value: number
  }[]
  const { vout } = (await readChain(chain, `/tx/${txid}`)) as {
    vout: { scriptpubkey_address: string }[]
  }
  const scriptFor = (address: string) => scriptOf(address, networkId) ?? new Uint8Array()
  const transaction = new Transaction()
  transaction.addInput({
    txid,
    index: vout.findIndex((output) => output.scriptpubkey_address === other.address),
    witnessUtxo: { script: scriptFor(other.address), amount: 40_000n },
    sighashType: 0x83,
  })
  transaction.addInput({
    txid: mine?.txid ?? '',
    index: mine?.vout ?? 0,
    witnessUtxo: { script: scriptFor(me.address), amount: BigInt(mine?.value ?? 0) },
  })
  transaction.addOutput({ script: scriptFor(friend), amount: 80_000n })
  transaction.signIdx(other.privateKey, 0, [0x83])
  const psbt = transaction.toPSBT()
  const hash = await kit.sendTransaction({ psbt })
  expect(await readChain(chain, `/tx/${hash}`)).toMatchObject({ txid: hash })
})

test('a Schnorr signature with the type ALL is accepted', async () => {
  const started = await start({ sighashType: 1 }, { kind: 'tr' })
  expect(await started.pay()).toMatch(/^[\da-f]{64}$/)
})

test('a wallet that leaves out a signature, or signs with another key, sends nothing', async () => {
  const started = await start({})
  const unsigned = (psbt: Uint8Array) => {
    const transaction = Transaction.fromPSBT(psbt)
    transaction.updateInput(1, { partialSig: undefined }, true)
    return transaction.toPSBT()
  }
  started.wallet.returned = unsigned
  expect(await reasonOf(started.pay())).toMatchObject({ code: 'answerInvalid', isUnsent: true })
  const stranger = newKey()
  const key = Uint8Array.from(Buffer.from(stranger.publicKey, 'hex'))
  const forge = (psbt: Uint8Array, isAlone: boolean) => {
    const signed = Transaction.fromPSBT(psbt)
    const [real] = signed.getInput(0).partialSig ?? []
    if (!real) throw new Error('The wallet has signed')
    if (isAlone) signed.updateInput(0, { partialSig: undefined }, true)
    signed.updateInput(0, { partialSig: [[key, real[1]]] }, true)
    return signed.toPSBT()
  }
  started.wallet.returned = (psbt) => forge(psbt, true)
  expect(await reasonOf(started.pay())).toMatchObject({ code: 'answerInvalid', isUnsent: true })
  expect(await countOf(started.friend)).toBe(0)
  // beside the right signature, it does no harm
  started.wallet.returned = (psbt) => forge(psbt, false)
  expect(await started.pay()).toMatch(/^[\da-f]{64}$/)
})

test('whatever a wallet returns, the answer is an error, and nothing is sent', async () => {
  const started = await start({})
  const answers: fc.Arbitrary<unknown> = fc.oneof(
    fc.anything(),
    fc.uint8Array({ maxLength: 300 }),
    fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => Uint8Array.from([0x70, 0x73, 0x62, 0x74, 0xff, ...bytes])),
  )
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      started.wallet.returned = () => answer
      expect(await reasonOf(started.pay())).toMatchObject({ code: 'answerInvalid' })
    }),
    { numRuns: 40, seed: 3 },
  )
  const flips = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 }))
  await fc.assert(
    fc.asyncProperty(fc.array(flips, { minLength: 1, maxLength: 3 }), async (changesOfBytes) => {
      started.wallet.returned = (psbt) => {
        const bytes = psbt.slice()
        for (const [at, mask] of changesOfBytes) {
          const index = at % bytes.length
          bytes[index] = (bytes[index] ?? 0) ^ mask
        }
        return bytes
      }
      const answer = await reasonOf(started.pay())
      // a change outside of the transaction and the signatures has no effect
      if (answer === 'fulfilled') {
        const { vout } = (await readChain(
          chain,
          `/tx/${started.kit.getState().pending?.[0]?.hash ?? ''}`,
        )) as { vout: { scriptpubkey_address: string; value: number }[] }
        expect(vout).toContainEqual(
          expect.objectContaining({ scriptpubkey_address: started.friend, value: 70_000 }),
        )
        for (const amount of [50_000, 60_000]) chain.fund(started.me.address, amount)
      } else
        expect(['answerInvalid', 'transactionChanged', 'transactionRejected']).toContain(
          (answer as { code: string }).code,
        )
    }),
    { numRuns: 40, seed: 5 },
  )
})

test.each([
  [20_000n, 'mined'],
  [20_001n, 'changed'],
] as const)(
  'a wallet that pays %s by itself: its transaction is compared in the block',
  async (amount, status) => {
    const started = await start({ canSignPsbt: false })
    const { kit, clock, wallet, me, networkId, friend } = started
    // the wallet has further addresses, from which it pays
    const hidden = await startTestMoney(chain, { coins: [90_000] })
    wallet.sendTransfer = async (parameters) => {
      expect(parameters).toEqual({ from: me.address, to: friend, amount: 20_000n, networkId })
      return sendPrepared(
        hidden.kit,
        await prepareSend(hidden.kit, {
          networkId,
          from: hidden.me.address,
          to: { address: friend },
          token: { symbol: 'BTC', decimals: 8 },
          amount,
        }),
      )
    }
    const hash = await started.pay(20_000n)
    await expect.poll(() => kit.getState().pending?.[0]?.asked).toBeDefined()
    chain.mine()
    await expect
      .poll(() => {
        clock.advance(4_000)
        return kit.getState().pending?.[0]
      })
      .toMatchObject({ hash, status })
    if (status === 'changed')
      expect(kit.getState().pending?.[0]?.description?.transfers?.[0]?.quantity).not.toBe('0.0002')
  },
)

test('a wallet that pays by itself and names an invalid or an earlier txid fails', async () => {
  const started = await start({ canSignPsbt: false })
  const answers: readonly unknown[] = ['', 'x', 7, undefined, `0x${'0'.repeat(64)}`]
  for (const answer of answers) {
    // the cast: a hostile wallet may return anything
    started.wallet.sendTransfer = async () => answer as string
    expect(await reasonOf(started.pay(20_000n))).toMatchObject({ code: 'answerInvalid' })
  }
  const txid = 'AB'.repeat(32)
  started.wallet.sendTransfer = async () => txid
  expect(await started.pay(20_000n)).toBe(txid.toLowerCase())
  await expect.poll(() => started.kit.getState().pending).toHaveLength(1)
  expect(await reasonOf(started.pay(20_000n))).toMatchObject({ code: 'answerInvalid' })
})
