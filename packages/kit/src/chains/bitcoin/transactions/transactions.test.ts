import { Script, Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '@latchkey/protocol/hex'
import { startBitcoinChain } from '../../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { BitcoinChain } from '../../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import type { PendingTransaction } from '../../../core/transactions/pendingTransactions.ts'
import { prepareSend } from '../../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../../domains/send/progress/sendPrepared.lazy.ts'
import {
  prepareReplacement,
  sendReplacement,
} from '../../../domains/transactions/replacement.lazy.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { pace } from '../../../session/transactions/pace.ts'
import { newKey, readChain, startTestMoney } from '../startTestMoney.ts'
import type { TestFunds } from '../startTestMoney.ts'
import { scriptOf } from '../wire/scripts.ts'
import { comparisonTextOf, hasPayments } from './compare.ts'

let chain: BitcoinChain
beforeAll(async () => void (chain = await startBitcoinChain({ isHeld: true })))
afterAll(() => chain.close())

async function start(funds: TestFunds = {}) {
  const started = await startTestMoney(chain, funds)
  const { kit, networkId, me, friend, clock } = started
  const pay = async (amount: bigint | 'max' = 70_000n, to = friend) =>
    sendPrepared(
      kit,
      await prepareSend(kit, {
        networkId,
        from: me.address,
        to: { address: to },
        token: { symbol: 'BTC', decimals: 8 },
        amount,
        feeChoice: 'slow',
      }),
    )
  const entry = (hash: string) => kit.getState().pending?.find((one) => one.hash === hash)
  /** The stored transaction, with its coins. */
  const stored = async (hash: string): Promise<PendingTransaction> => {
    await expect.poll(() => entry(hash)?.replacementKey).toBeDefined()
    const found = entry(hash)
    if (!found) throw new Error('The transaction is followed')
    return found
  }
  const replace = async (hash: string, purpose: 'speedUp' | 'cancel') => {
    const transaction = await stored(hash)
    const prepared = await prepareReplacement(kit, { transaction, purpose })
    if (prepared?.status !== 'ready') throw new Error(`Refused: ${JSON.stringify(prepared)}`)
    return {
      prepared,
      hash: await sendReplacement(kit, { transaction, purpose }, prepared),
    }
  }
  const statuses = (step: number = pace.slow) => {
    clock.advance(step)
    return kit.getState().pending?.map(({ status }) => status)
  }
  return { ...started, pay, entry, stored, replace, statuses }
}

const received = async (address: string) => {
  const { chain_stats, mempool_stats } = (await readChain(chain, `/address/${address}`)) as {
    [part in 'chain_stats' | 'mempool_stats']: { funded_txo_sum: number }
  }
  return chain_stats.funded_txo_sum + mempool_stats.funded_txo_sum
}

test('speeding up: the same payment for a higher fee, and the block has one of the two', async () => {
  const { kit, networkId, pay, entry, replace, statuses, friend } = await start()
  const first = await pay()
  const { hash, prepared } = await replace(first, 'speedUp')
  expect(prepared.fee.total).toBeGreaterThan(prepared.previousFee)
  expect(entry(first)).toMatchObject({ status: 'pending', replacedBy: hash })
  expect(entry(hash)?.description).toEqual(entry(first)?.description)
  expect(await received(friend)).toBe(70_000)
  chain.mine()
  await expect.poll(() => statuses()).toEqual(['mined', 'replaced'])
  expect(entry(first)?.replacedBy).toBe(hash)
  expect(await received(friend)).toBe(70_000)
  const { readFee } = await facetOf(kit, networkId, 'transactions')
  expect(await readFee({ networkId, hash })).toBe(prepared.fee.total)
})

test('speeding up keeps the note that a site has put into the transaction', async () => {
  const { kit, networkId, me, friend, replace } = await start()
  const [coin] = (await readChain(chain, `/address/${me.address}/utxo`)) as {
    txid: string
    vout: number
  }[]
  const [script, toFriend] = [me.address, friend].map((address) => scriptOf(address, networkId))
  if (!coin || !script || !toFriend) throw new Error('The account has a coin')
  const transaction = new Transaction({ allowUnknownOutputs: true })
  transaction.addInput({
    txid: coin.txid,
    index: coin.vout,
    sequence: 0xffff_fffd,
    witnessUtxo: { script, amount: 2_000_000n },
  })
  transaction.addOutput({ script: toFriend, amount: 70_000n })
  transaction.addOutput({ script: Script.encode(['RETURN', new Uint8Array([7])]), amount: 0n })
  transaction.addOutput({ script, amount: 1_929_000n })
  const { hash } = await replace(
    await kit.sendTransaction({ psbt: transaction.toPSBT() }),
    'speedUp',
  )
  const { vout } = (await readChain(chain, `/tx/${hash}`)) as {
    vout: { scriptpubkey: string; value: number }[]
  }
  expect(vout.map(({ scriptpubkey }) => scriptpubkey)).toContain('6a0107')
  expect(vout).toHaveLength(3)
  expect(await received(friend)).toBe(70_000)
})

test('cancelling: all coins go back to the sender, less the fee', async () => {
  const { pay, entry, replace, statuses, friend } = await start()
  const first = await pay()
  const { hash } = await replace(first, 'cancel')
  expect(entry(hash)?.description).toEqual({ operationType: 'cancel' })
  chain.mine()
  await expect.poll(() => statuses()).toEqual(['mined', 'cancelled'])
  expect(await received(friend)).toBe(0)
})

test('the first one wins: the replacement was too late, and nothing is paid twice', async () => {
  const { pay, entry, replace, statuses, friend } = await start()
  const first = await pay()
  const hex = await (await fetch(`${chain.url}/tx/${first}/hex`)).text()
  const { hash } = await replace(first, 'speedUp')
  // a miner that had not heard of the replacement
  chain.reorganise(1, { transactions: [hex] })
  await expect.poll(() => statuses()).toEqual(['replaced', 'mined'])
  expect(entry(hash)?.replacedBy).toBe(first)
  expect(entry(first)?.replacedBy).toBeUndefined()
  expect(await received(friend)).toBe(70_000)
})

test('a block comes while the visitor signs the replacement: the network refuses it', async () => {
  const { kit, wallet, pay, stored, statuses, friend } = await start()
  const first = await pay()
  const transaction = await stored(first)
  const order = { transaction, purpose: 'cancel' } as const
  const prepared = await prepareReplacement(kit, order)
  if (!prepared) throw new Error('It can be replaced')
  wallet.onRequest = () => void chain.mine()
  expect(await reasonOf(sendReplacement(kit, order, prepared))).toMatchObject({
    code: 'transactionRejected',
    refusal: 'spent',
    isUnsent: true,
  })
  await expect.poll(() => statuses()).toEqual(['mined'])
  expect(await prepareReplacement(kit, { transaction, purpose: 'cancel' })).toEqual({
    status: 'refused',
    fault: 'mined',
  })
  expect(await received(friend)).toBe(70_000)
})

test('a replacement pays for the later transactions that leave with the replaced one', async () => {
  const sender = await start()
  const recipient = newKey()
  const first = await sender.pay(70_000n, recipient.address)
  const { vout, fee: firstFee } = (await readChain(chain, `/tx/${first}`)) as {
    vout: { scriptpubkey_address: string }[]
    fee: number
  }
  const script = scriptOf(recipient.address, sender.networkId)
  if (!script) throw new Error('It is an address')
  const child = new Transaction()
  child.addInput({
    txid: first,
    index: vout.findIndex((output) => output.scriptpubkey_address === recipient.address),
    witnessUtxo: { script, amount: 70_000n },
  })
  child.addOutput({ script, amount: 61_000n })
  child.sign(recipient.privateKey)
  child.finalize()
  await fetch(`${chain.url}/tx`, { method: 'POST', body: child.hex })
  const { prepared, hash } = await sender.replace(first, 'speedUp')
  const { weight } = (await readChain(chain, `/tx/${hash}`)) as { weight: number }
  expect(prepared.fee.total).toBeGreaterThanOrEqual(
    BigInt(firstFee + 9_000 + Math.ceil(weight / 4)),
  )
})

test('a transaction on which a later payment depends is not replaced', async () => {
  const { kit, pay, stored } = await start()
  const first = await pay()
  const transaction = await stored(first)
  const second = await pay(10_000n)
  expect(await prepareReplacement(kit, { transaction, purpose: 'speedUp' })).toEqual({
    status: 'refused',
    fault: 'needed',
  })
  expect(
    await prepareReplacement(kit, { transaction: await stored(second), purpose: 'cancel' }),
  ).toMatchObject({ status: 'ready' })
})

test('a payment of everything can be cancelled, but not sped up without another coin', async () => {
  const { kit, pay, stored, me } = await start({ coins: [50_000] })
  const first = await pay('max')
  const transaction = await stored(first)
  expect(await prepareReplacement(kit, { transaction, purpose: 'speedUp' })).toEqual({
    status: 'refused',
    fault: 'funds',
  })
  expect(await prepareReplacement(kit, { transaction, purpose: 'cancel' })).toMatchObject({
    status: 'ready',
  })
  chain.fund(me.address, 20_000n, { isWaiting: true })
  // a replacement may not depend on a coin that waits
  expect(await prepareReplacement(kit, { transaction, purpose: 'speedUp' })).toMatchObject({
    fault: 'funds',
  })
})

test('a wallet that signs no PSBT can’t replace a transaction', async () => {
  const { kit, networkId, me, wallet, pay, stored } = await start()
  const transaction = await stored(await pay())
  wallet.canSignPsbt = false
  const other = await start({ wallet: { canSignPsbt: false } })
  const { prepareReplacement: prepare } = await facetOf(other.kit, networkId, 'transactions')
  expect(
    await prepare?.({
      networkId,
      hash: transaction.hash,
      address: other.me.address,
      purpose: 'cancel',
    }),
  ).toBeUndefined()
  expect(me.address).not.toBe(other.me.address)
  expect(
    await prepareReplacement(kit, {
      transaction: { ...transaction, address: other.me.address },
      purpose: 'cancel',
    }),
  ).toBeUndefined()
})

test('a transaction that vanished may return: its status is `unseen`, then `mined`', async () => {
  const { pay, stored, statuses } = await start()
  const first = await pay()
  await stored(first)
  const hex = await (await fetch(`${chain.url}/tx/${first}/hex`)).text()
  chain.drop(first)
  await expect.poll(() => statuses(pace.hidden)).toEqual(['unseen'])
  await fetch(`${chain.url}/tx`, { method: 'POST', body: hex })
  await expect.poll(() => statuses(pace.hidden)).toEqual(['pending'])
  chain.mine()
  await expect.poll(() => statuses()).toEqual(['mined'])
})

test('a block that is undone makes the transaction wait again', async () => {
  const { kit, networkId, pay, statuses } = await start()
  const hash = await pay()
  chain.mine()
  await expect.poll(() => statuses()).toEqual(['mined'])
  const { countConfirmations } = await facetOf(kit, networkId, 'transactions')
  expect(await countConfirmations?.({ networkId, hash })).toBe(1)
  chain.mine(2)
  expect(await countConfirmations?.({ networkId, hash })).toBe(3)
  chain.reorganise(3)
  expect(await countConfirmations?.({ networkId, hash })).toBe(0)
  await expect.poll(() => statuses()).toEqual(['pending'])
  chain.mine()
  await expect.poll(() => statuses()).toEqual(['mined'])
})

test('a PSBT is described as a payment, and its change is none', async () => {
  const { kit, networkId, me, friend } = await start()
  const { transaction } = await prepareSend(kit, {
    networkId,
    from: me.address,
    to: { address: friend },
    token: { symbol: 'BTC', decimals: 8 },
    amount: 70_000n,
  })
  if (!transaction || !('psbt' in transaction)) throw new Error('There is a PSBT')
  const hash = await kit.sendTransaction(transaction)
  await expect
    .poll(() => kit.getState().pending?.[0]?.description)
    .toEqual({
      operationType: 'send',
      sentTo: friend,
      transfers: [{ direction: 'out', symbol: 'BTC', quantity: '0.0007', token: 'native' }],
    })
  expect(kit.getState().pending?.[0]?.hash).toBe(hash)
  expect(comparisonTextOf(transaction)).toMatch(/^0014[\da-f]{40}:70000$/)
})

test('a transaction has the payments of a text only if each of them is one of its outputs', () => {
  const output = fc.record({
    script: fc
      .constantFrom('0014aa', '0014bb')
      .map((hex) => Uint8Array.from(Buffer.from(hex, 'hex'))),
    amount: fc.bigInt({ min: 0n, max: 3n }),
  })
  const textOf = ({ script, amount }: { script: Uint8Array; amount: bigint }) =>
    `${toHex(script)}:${amount}`
  const outputs = fc.array(output, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(outputs, outputs, (asked, found) => {
      const count = (list: typeof asked, text: string) =>
        list.filter((entry) => textOf(entry) === text).length
      expect(hasPayments(found, asked.map(textOf).join(','))).toBe(
        asked.every((entry) => count(found, textOf(entry)) >= count(asked, textOf(entry))),
      )
    }),
  )
})
