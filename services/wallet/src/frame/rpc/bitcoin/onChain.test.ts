/** The requests of Bitcoin on a chain of the devnet. */
import { startBitcoinChain } from '../../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { fromBase64, toBase64 } from '@latchkey/protocol/base64'
import { toHex } from '@latchkey/protocol/hex'
import { p2wpkh } from '@scure/btc-signer/payment.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAccount, network } from './testing/createTestAccount.ts'

type Chain = Awaited<ReturnType<typeof startBitcoinChain>>
let chain: Chain
beforeAll(async () => void (chain = await startBitcoinChain({ isHeld: true })))
afterAll(() => chain.close())

const parameters = bitcoinNetworkOf(network.networkId)
if (!parameters) throw new Error('The network is known')
const friendKey = new Uint8Array(32).fill(7)
const friend = p2wpkh(pubECDSA(friendKey), parameters)
const friendAddress = friend.address ?? ''

async function balanceOf(address: string): Promise<number> {
  const coins = (await (await fetch(`${chain.url}/address/${address}/utxo`)).json()) as {
    value: number
  }[] // the form of an Esplora
  return coins.reduce((sum, { value }) => sum + value, 0)
}

/** A coin of a script, in the form that a PSBT needs. */
async function coinOf(txid: string, script: Uint8Array) {
  const raw = await (await fetch(`${chain.url}/tx/${txid}/hex`)).text()
  const outputs = Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true })
  for (let index = 0; index < outputs.outputsLength; index++) {
    const output = outputs.getOutput(index)
    if (output.script && output.amount && toHex(output.script) === toHex(script))
      return { txid, index, witnessUtxo: { script, amount: output.amount }, raw }
  }
  throw new Error('The transaction pays the script')
}

const psbtOf = (transaction: Transaction) => toBase64(transaction.toPSBT())

test('a payment that the wallet composes is shown as what it does, and is on the chain', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  const own = account.payment.address
  chain.fund(own, 100_000)
  chain.fund(own, 546) // it may carry an inscription
  const amount = 60_000
  const { txid } = (await ask('sendTransfer', {
    recipientAddress: friendAddress.toUpperCase(),
    amount: String(amount),
    memo: toHex(new TextEncoder().encode('Thanks')),
  })) as { txid: string }
  const [shown] = state.psbts
  expect(shown).toMatchObject({ isSent: true, text: { isRisky: false, hasForeign: false } })
  const { receivers, change, leaves, fee = 0n, rate } = shown?.text ?? {}
  expect(receivers).toHaveLength(2)
  expect(receivers).toContainEqual({ kind: 'payment', address: friendAddress, amount: 60_000n })
  expect(receivers).toContainEqual({
    kind: 'data',
    bytes: new TextEncoder().encode('Thanks'),
    amount: 0n,
  })
  expect(leaves).toBe(60_000n + fee)
  chain.mine()
  const transaction = (await (await fetch(`${chain.url}/tx/${txid}`)).json()) as {
    fee: number
    weight: number
    status: { confirmed: boolean }
  } // the form of an Esplora
  expect(transaction.status.confirmed).toBe(true)
  expect(transaction.fee).toBe(Number(fee))
  // the shown rate is that of the real size
  expect(rate).toBeCloseTo(transaction.fee / Math.ceil(transaction.weight / 4), 0)
  expect(await balanceOf(own)).toBe(Number(change) + 546)
  expect(await balanceOf(friendAddress)).toBe(amount)
})

test('a PSBT of a site is signed and sent, with a change that is proved by the keys', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  const { payment, ordinals } = account
  const coin = await coinOf(chain.fund(payment.address, 50_000), payment.script)
  const rare = await coinOf(chain.fund(ordinals.address, 10_000), ordinals.script)
  const transaction = new Transaction()
  for (const { raw: _, ...input } of [coin, rare]) transaction.addInput(input)
  transaction.addOutput({ script: friend.script, amount: 30_000n })
  transaction.addOutput({ script: payment.script, amount: 19_000n })
  transaction.addOutput({ script: ordinals.script, amount: 10_000n })
  const { psbt, txid } = (await ask('signPsbt', {
    psbt: psbtOf(transaction),
    signInputs: [
      { address: payment.address, index: 0 },
      { address: ordinals.address, index: 1, sighashTypes: [0] },
    ],
    broadcast: true,
  })) as { psbt: string; txid: string }
  expect(state.psbts[0]?.text).toMatchObject({
    receivers: [{ kind: 'payment', address: friendAddress, amount: 30_000n }],
    spent: 60_000n,
    ordinalsSpent: 10_000n,
    change: 19_000n,
    toOrdinals: 10_000n,
    leaves: 31_000n,
    fee: 1_000n,
    isRisky: true,
  })
  expect(Transaction.fromPSBT(fromBase64(psbt)).id).toBe(txid)
  chain.mine()
  expect(await balanceOf(ordinals.address)).toBe(10_000)
})

test('a PSBT that the site sends itself is returned with the own signatures only', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  const { payment } = account
  const coin = await coinOf(chain.fund(payment.address, 40_000), payment.script)
  const foreign = await coinOf(chain.fund(friendAddress, 20_000), friend.script)
  const transaction = new Transaction()
  for (const { raw: _, ...input } of [coin, foreign]) transaction.addInput(input)
  transaction.addOutput({ script: friend.script, amount: 45_000n })
  transaction.addOutput({ script: payment.script, amount: 14_000n })
  const { psbt, txid } = (await ask('signPsbt', { psbt: psbtOf(transaction) })) as {
    psbt: string
    txid?: string
  }
  expect(txid).toBeUndefined()
  expect(state.psbts[0]?.text).toMatchObject({
    hasForeign: true,
    isPart: true,
    leaves: 26_000n,
    fee: 1_000n,
  })
  const signed = Transaction.fromPSBT(fromBase64(psbt))
  expect(signed.getInput(1).partialSig).toBeUndefined()
  signed.signIdx(friendKey, 1)
  signed.finalize()
  const response = await fetch(`${chain.url}/tx`, {
    method: 'POST',
    body: toHex(signed.extract()),
  })
  expect([response.status, await response.text()]).toEqual([200, signed.id])
  chain.mine()
  expect(await balanceOf(payment.address)).toBe(14_000)
})

test('a lie about an amount is refused, whether the network answers or not', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  const { payment } = account
  const coins = [
    await coinOf(chain.fund(payment.address, 40_000), payment.script),
    await coinOf(chain.fund(payment.address, 90_000), payment.script),
  ]
  const requestOf = (amounts: readonly bigint[], { isWhole = false } = {}) => {
    const transaction = new Transaction()
    for (const [place, { raw, ...coin }] of coins.entries()) {
      const amount = amounts[place] ?? 0n
      transaction.addInput({
        ...coin,
        witnessUtxo: { ...coin.witnessUtxo, amount },
        ...(isWhole && { nonWitnessUtxo: raw }),
      })
    }
    transaction.addOutput({ script: friend.script, amount: 50_000n })
    return { psbt: psbtOf(transaction) }
  }
  // the second coin is claimed to be small, so that its rest would be a hidden fee
  const lie = [40_000n, 11_000n]
  await expect(ask('signPsbt', requestOf(lie))).rejects.toMatchObject({ code: -32602 })
  const truth = [40_000n, 90_000n]
  await ask('signPsbt', requestOf(truth))
  expect(state.psbts[0]?.text.fee).toBe(80_000n)
  expect(state.psbts[0]?.text).toMatchObject({ isRisky: true })
  // without the network, only the whole transactions of the coins prove the amounts
  state.answer = () => ({ error: { code: -32000, message: 'down' } })
  await expect(ask('signPsbt', requestOf(lie))).rejects.toMatchObject({ code: 'unavailable' })
  await expect(ask('signPsbt', requestOf(truth))).rejects.toMatchObject({ code: 'unavailable' })
  await ask('signPsbt', requestOf(truth, { isWhole: true }))
  expect(state.psbts[1]?.text.fee).toBe(80_000n)
  // a node that invents a transaction is not believed
  state.answer = ({ method }) =>
    method === 'rawTransaction' ? { result: coins[0]?.raw } : undefined
  await expect(ask('signPsbt', requestOf(truth))).rejects.toMatchObject({ code: 'unavailable' })
  expect(state.psbts).toHaveLength(2)
})

test('an own coin cannot be passed off as a foreign one, to show half of a loss twice', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  const { payment } = account
  const [coin, hidden] = [
    await coinOf(chain.fund(payment.address, 50_000), payment.script),
    await coinOf(chain.fund(payment.address, 50_000), payment.script),
  ]
  const requestOf = (witnessUtxo: { script: Uint8Array; amount: bigint } | undefined) => {
    const transaction = new Transaction()
    const { raw: _, ...first } = coin
    transaction.addInput(first)
    const { raw: __, witnessUtxo: ___, ...second } = hidden
    transaction.addInput({ ...second, ...(witnessUtxo && { witnessUtxo }) })
    transaction.addOutput({ script: friend.script, amount: 49_000n })
    transaction.addOutput({ script: payment.script, amount: 50_000n })
    return {
      psbt: psbtOf(transaction),
      signInputs: [{ index: 0, address: payment.address }],
    }
  }
  const foreign = { script: friend.script, amount: 50_000n }
  await expect(ask('signPsbt', requestOf(foreign))).rejects.toMatchObject({ code: -32602 })
  // with the network, the whole loss is shown, though only one input is to sign
  await ask('signPsbt', requestOf(undefined))
  expect(state.psbts[0]?.text).toMatchObject({ leaves: 50_000n, hasForeign: false })
  state.answer = () => ({ error: { code: -32000, message: 'down' } })
  for (const claim of [foreign, undefined])
    await expect(ask('signPsbt', requestOf(claim))).rejects.toMatchObject({ code: 'unavailable' })
  expect(state.psbts).toHaveLength(1)
})

test('a transaction that the node knows already counts as sent', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  chain.fund(account.payment.address, 30_000)
  let isLost = true
  state.answer = async ({ method, params }) => {
    if (method !== 'broadcast' || !isLost) return undefined
    isLost = false
    // the node takes it, and its answer is lost
    await fetch(`${chain.url}/tx`, { method: 'POST', body: params['transaction'] ?? '' })
    return { error: { code: -32000, message: 'lost' } }
  }
  const { txid } = (await ask('sendTransfer', {
    recipientAddress: friendAddress,
    amount: '20000',
  })) as { txid: string }
  expect((await fetch(`${chain.url}/tx/${txid}`)).status).toBe(200)
})

test('the same request again pays once, and a payment in doubt is asked about before another', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  chain.fund(account.payment.address, 80_000)
  chain.mine()
  const request = { recipientAddress: friendAddress, amount: '20000' }
  const first = await ask('sendTransfer', request, 'one')
  expect(await ask('sendTransfer', request, 'one')).toEqual(first)
  expect(state.psbts).toHaveLength(1)
  // another content under the same id is no repetition
  await expect(ask('sendTransfer', { ...request, amount: '1000' }, 'one')).rejects.toMatchObject({
    code: -32600,
  })
  // the node takes the next one, but neither this answer nor the following ones arrive
  chain.mine()
  state.answer = async ({ method, params }) => {
    if (method === 'broadcast')
      await fetch(`${chain.url}/tx`, { method: 'POST', body: params['transaction'] ?? '' })
    return method === 'broadcast' || state.psbts.length === 2
      ? { error: { code: -32000, message: 'down' } }
      : undefined
  }
  await expect(ask('sendTransfer', request, 'two')).rejects.toMatchObject({ code: 'unavailable' })
  state.answer = () => undefined
  expect(state.warnings).toEqual([])
  state.isApproved = false
  await expect(ask('sendTransfer', request, 'three')).rejects.toMatchObject({ code: 4001 })
  expect(state.warnings).toEqual([true])
  expect(state.psbts).toHaveLength(2)
})

/** The txids of the transactions that the node has. */
async function known(txids: readonly string[]): Promise<readonly boolean[]> {
  return Promise.all(
    txids.map(async (txid) => (await fetch(`${chain.url}/tx/${txid}`)).status === 200),
  )
}

test('a payment does not replace an earlier one whose coins the node still lists', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  const { address } = account.payment
  for (let coin = 0; coin < 2; coin++) chain.fund(address, 40_000)
  const coins: unknown = await (await fetch(`${chain.url}/address/${address}/utxo`)).json()
  let rate = 1
  // a node that is behind, and later estimates a higher rate
  state.answer = ({ method }) =>
    method === 'coins'
      ? { result: coins }
      : method === 'feeEstimates'
        ? { result: { 3: (rate *= 4) } }
        : undefined
  const pay = async (amount: string) =>
    (await ask('sendTransfer', { recipientAddress: friendAddress, amount })) as { txid: string }
  const [first, second] = [await pay('20000'), await pay('21000')]
  expect(await known([first.txid, second.txid])).toEqual([true, true])
  await expect(pay('22000')).rejects.toMatchObject({ code: -32003 })
})

test('a payment that is repeated in doubt cannot be paid twice, even with a new coin', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  chain.fund(account.payment.address, 80_000)
  const request = { recipientAddress: friendAddress, amount: '20000' }
  let raw = ''
  state.answer = ({ method, params }) => {
    if (method === 'broadcast') raw = params['transaction'] ?? ''
    return raw === '' ? undefined : { error: { code: -32000, message: 'down' } }
  }
  await expect(ask('sendTransfer', request, 'one')).rejects.toMatchObject({ code: 'unavailable' })
  state.answer = () => undefined
  chain.fund(account.payment.address, 9_000_000)
  const { txid } = (await ask('sendTransfer', request, 'two')) as { txid: string }
  expect(state.warnings).toEqual([false])
  // the first one arrives after all
  const late = await fetch(`${chain.url}/tx`, { method: 'POST', body: raw })
  expect([late.status, await known([txid])]).toEqual([400, [true]])
})

test('a transaction that the node refuses is not repeated, and the site gets the reason’s code', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  chain.fund(account.payment.address, 80_000)
  state.answer = ({ method }) =>
    method === 'broadcast'
      ? { error: { code: -32003, message: 'min relay fee not met' } }
      : undefined
  const request = { recipientAddress: friendAddress, amount: '20000' }
  await expect(ask('sendTransfer', request, 'one')).rejects.toMatchObject({ code: -32003 })
  state.answer = () => undefined
  await ask('sendTransfer', request, 'one')
  expect([state.psbts.length, state.warnings]).toEqual([2, []])
})

test.each([
  ['another network’s address', { recipientAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }],
  ['no amount', { amount: '0' }],
  ['an amount that no node passes on', { amount: '293' }],
  ['an amount that is no text', { amount: 5 }],
  ['more than all bitcoins', { amount: '2100000000000001' }],
  ['foreign change', { changeAddress: friendAddress }],
  ['a long note', { memo: 'ab'.repeat(81) }],
  ['a note that is no hex', { memo: 'xy' }],
])('a payment with %s is refused', async (_, wrong) => {
  const { ask, state } = await createTestAccount(chain.url)
  const request = { recipientAddress: friendAddress, amount: '5000', ...wrong }
  await expect(ask('sendTransfer', request)).rejects.toMatchObject({ code: -32602 })
  expect([state.psbts, state.calls]).toEqual([[], []])
})

test('a payment of more than the account has is refused, and small coins are not touched for it', async () => {
  const { ask, account, state } = await createTestAccount(chain.url)
  chain.fund(account.payment.address, 546)
  chain.fund(account.ordinals.address, 100_000)
  const request = { recipientAddress: friendAddress, amount: '600' }
  await expect(ask('sendTransfer', request)).rejects.toMatchObject({ code: -32003 })
  expect(state.psbts).toEqual([])
})

test('the smallest amount that nodes pass on is paid', async () => {
  const { ask, account } = await createTestAccount(chain.url)
  chain.fund(account.payment.address, 30_000)
  const request = { recipientAddress: friendAddress, amount: '294' }
  expect(await ask('sendTransfer', request)).toMatchObject({ txid: expect.any(String) })
})

test('nothing is signed without an approval, for another account, or on another network', async () => {
  const { ask, account, state, wallet } = await createTestAccount(chain.url)
  chain.fund(account.payment.address, 30_000)
  const request = { recipientAddress: friendAddress, amount: '20000' }
  state.isApproved = false
  await expect(ask('sendTransfer', request)).rejects.toMatchObject({ code: 4001 })
  expect(state.calls.some(({ method }) => method === 'broadcast')).toBe(false)
  for (const method of ['sendTransfer', 'signPsbt', 'signMessage', 'getAccountAddresses'])
    await expect(ask(method, { ...request, account: friendAddress })).rejects.toMatchObject({
      code: 4100,
    })
  await wallet.store.delete('consent:https://shop.example')
  await expect(ask('getAccountAddresses', {})).rejects.toMatchObject({ code: 4100 })
})

test('the addresses are those of the keys, with their paths', async () => {
  const { ask, account } = await createTestAccount(chain.url)
  expect(await ask('getAccountAddresses', {})).toEqual([
    {
      address: account.payment.address,
      publicKey: toHex(account.payment.key),
      path: "m/84'/1'/0'/0/0",
      intention: 'payment',
    },
    {
      address: account.ordinals.address,
      publicKey: toHex(account.ordinals.key),
      path: "m/86'/1'/0'/0/0",
      intention: 'ordinal',
    },
  ])
})
