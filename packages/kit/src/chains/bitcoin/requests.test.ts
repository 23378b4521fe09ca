/** The methods of WalletConnect's bip122, which a site may send to any wallet. */
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { bitcoinNetworkOf, bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { fromBase64, toBase64 } from '@latchkey/protocol/base64'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startBitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { BitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { verifyBitcoin } from '../../domains/siwx/server/verify/verifyBitcoin.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import type { BitcoinProvider } from './bitcoinProvider.ts'
import { startOnChain } from './startTestChain.ts'
import { startTestPage } from './startTestBitcoin.ts'

/** Waits longer than the default of one second, because a busy machine is slow. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

let chain: BitcoinChain
beforeAll(async () => void (chain = await startBitcoinChain({ isHeld: true })))
afterAll(() => chain.close())
beforeEach(() => void startTestPage())

const regtest = bitcoinNetworkOf(bitcoinRegtestId)
const scriptOf = (address: string) => OutScript.encode(Address(regtest).decode(address))

async function start() {
  const started = await startOnChain(chain, { wallet: { dialect: 'satsConnect' } })
  const { kit, me, friend } = started
  const request = (method: string, params?: object) =>
    kit.request({ method, ...(params && { params }), namespace: 'bip122' })
  /** A PSBT that pays the friend with the only coin of the account. */
  const payment = async () => {
    const { address } = me.payment
    const answer = await fetch(`${chain.url}/address/${address}/utxo`)
    const [coin] = (await answer.json()) as { txid: string; vout: number; value: number }[]
    if (!coin) throw new Error('The account has a coin')
    const transaction = new Transaction()
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      witnessUtxo: { script: scriptOf(address), amount: BigInt(coin.value) },
    })
    transaction.addOutput({ script: scriptOf(friend), amount: BigInt(coin.value - 1_000) })
    return { psbt: toBase64(transaction.toPSBT()), signInputs: [{ address, index: 0 }] }
  }
  // the adapter's own provider
  const provider = kit.getProvider({ namespace: 'bip122' }) as BitcoinProvider
  return { ...started, request, payment, provider }
}

test('getAccountAddresses lists both addresses with their keys and intentions', async () => {
  const { request, provider, me } = await start()
  const addresses = await request('getAccountAddresses', { account: me.payment.address })
  expect(addresses).toMatchObject([
    { address: me.payment.address, intention: 'payment' },
    { address: me.ordinals.address, intention: 'ordinal' },
  ])
  expect(await provider.getAccountAddresses()).toEqual(addresses)
})

test('signMessage signs with the requested address and protocol', async () => {
  const { request, me } = await start()
  for (const [address, protocol] of [
    [me.payment.address, 'ecdsa'],
    [me.payment.address, 'bip322'],
    [me.ordinals.address, 'bip322'],
  ] as const) {
    const answer = (await request('signMessage', { message: 'Hi', address, protocol })) as {
      address: string
      signature: string
    }
    expect(answer.address).toBe(address)
    expect(fromBase64(answer.signature).length === 65).toBe(protocol === 'ecdsa')
    expect(
      await verifyBitcoin({
        chainId: bitcoinRegtestId,
        address,
        message: 'Hi',
        signature: answer.signature,
      } as never),
    ).toBe(true)
  }
})

test('signPsbt returns the signed PSBT; with `broadcast`, the kit sends it and follows it', async () => {
  const { kit, request, provider, payment } = await start()
  const asked = await payment()
  const { psbt } = (await request('signPsbt', asked)) as { psbt: string }
  const signed = Transaction.fromPSBT(fromBase64(psbt))
  signed.finalize()
  const { txid } = await provider.signPSBT({ ...asked, broadcast: true })
  expect(txid).toBe(signed.id)
  await waitFor(() => expect(kit.getState().pending).toMatchObject([{ hash: txid }]))
})

test('sendTransfer pays an amount; a payment that would fail is not sent to the wallet', async () => {
  const { provider, friend, wallet } = await start()
  const txid = await provider.sendTransfer({ recipient: friend, amount: '12345' })
  const answer = await fetch(`${chain.url}/tx/${txid}`)
  expect(await answer.json()).toMatchObject({
    vout: expect.arrayContaining([
      expect.objectContaining({ scriptpubkey_address: friend, value: 12_345 }),
    ]) as unknown,
  })
  const before = wallet.requests.length
  expect(
    await reasonOf(provider.sendTransfer({ recipient: friend, amount: '99000000' })),
  ).toMatchObject({ code: 'actionNotAllowed' })
  expect(wallet.requests.length).toBe(before)
})

test('wrong parameters never reach the wallet', async () => {
  const { request, wallet, friend, me, payment } = await start()
  const { psbt, signInputs } = await payment()
  const before = wallet.requests.length
  const codeOf = async (method: string, params?: object) =>
    ((await reasonOf(request(method, params))) as { code?: string }).code
  const { address } = me.payment
  expect([
    await codeOf('signMessage', { message: 'a', address: friend }),
    await codeOf('signMessage', { message: 'a', account: friend }),
    await codeOf('signMessage', { message: 7 }),
    await codeOf('signMessage', { message: 'a', protocol: 'schnorr' }),
    await codeOf('signPsbt', { psbt: '', signInputs }),
    await codeOf('signPsbt', { psbt, signInputs: [] }),
    await codeOf('signPsbt', { psbt, signInputs: [{ address: friend, index: 0 }] }),
    await codeOf('signPsbt', { psbt, signInputs: [{ address, index: 0, sighashTypes: [3] }] }),
    await codeOf('signPsbt', { psbt, signInputs: [{ address, index: 'x' }] }),
    await codeOf('sendTransfer', { recipientAddress: friend, amount: '1.5' }),
    await codeOf('sendTransfer', { recipientAddress: friend, amount: 5 }),
    await codeOf('sendTransfer', { recipientAddress: friend, amount: '0' }),
    await codeOf('sendTransfer', { recipientAddress: friend, amount: '5000', memo: '6869' }),
    await codeOf('sendTransfer', {
      recipientAddress: friend,
      amount: '5000',
      changeAddress: me.ordinals.address,
    }),
  ]).toEqual([
    'unauthorized',
    'unauthorized',
    'invalidParams',
    'invalidParams',
    'invalidParams',
    'invalidParams',
    'unauthorized',
    'invalidParams',
    'invalidParams',
    'invalidParams',
    'invalidParams',
    'invalidParams',
    'invalidParams',
    'invalidParams',
  ])
  expect(wallet.requests.length).toBe(before)
})

test('a method of a node is refused, because nodes of Bitcoin have paths and no methods', async () => {
  const { request } = await start()
  expect(await reasonOf(request('getblockcount'))).toMatchObject({ code: 'methodNotFound' })
})
