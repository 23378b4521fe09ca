/** Tests of bip122's methods over a session that also serves EVM. The keys really sign. */
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { fromBase64, toBase64 } from '@latchkey/protocol/base64'
import { toHex } from '@latchkey/protocol/hex'
import { mainnet } from 'viem/chains'
import { expect, test, vi } from 'vitest'
import { bitcoin } from '../../chains/bitcoin/bitcoin.ts'
import type { BitcoinSigner } from '../../chains/bitcoin/signer.ts'
import { bitcoinNetwork } from '../../chains/bitcoin/startTestBitcoin.ts'
import { evm } from '../../chains/evm/evm.ts'
import { verifyBitcoin } from '../../domains/siwx/server/verify/verifyBitcoin.ts'
import { linkOf } from '../../session/links.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { bitcoinAccounts } from '../../testing/bitcoin/bitcoinAccounts.ts'
import { signBip322 } from '../../testing/bitcoin/signText.ts'
import { granted, settleBy } from '../walletconnect/testing/approve.ts'
import { startPeer } from '../walletconnect/testing/startPeer.ts'
import { walletConnectId } from './connectionId.ts'
import { startPage } from './startTestPhones.ts'

/** Waits longer than the default of one second, because a busy machine is slow. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

const [account] = bitcoinAccounts(1)
if (!account) throw new Error('There is an account')
const { payment, ordinals } = account
const addresses = [
  { address: payment.address, publicKey: toHex(payment.publicKey), intention: 'payment' },
  { address: ordinals.address, publicKey: toHex(ordinals.publicKey), intention: 'ordinal' },
]

/** Starts a page that is connected to a phone with EVM and Bitcoin. Bitcoin is in use. */
async function start(
  methods: readonly string[] = ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
  properties: unknown = JSON.stringify(addresses),
) {
  const page = await startPage({
    options: {
      networks: [mainnet, bitcoinNetwork(bitcoinRegtestId.slice('bip122:'.length), 'Bitcoin')],
      adapters: [evm(), bitcoin()],
    },
  })
  const { uri, connecting } = await page.show()
  const peer = await startPeer(page.url)
  const proposal = await peer.pair(uri)
  const topic = await settleBy(
    peer,
    proposal,
    {
      ...granted,
      bip122: {
        accounts: [`${bitcoinRegtestId}:${payment.address}`],
        methods,
        events: ['bip122_addressesChanged'],
      },
    },
    undefined,
    { sessionProperties: { bip122_getAccountAddresses: properties } },
  )
  expect(await connecting).toBe('fulfilled')
  const { kit } = page
  kit.store.setState({ namespace: 'bip122' })
  /** Answers the next request of the page. */
  const answer = async (make: (params: Record<string, string>) => unknown) => {
    const { id, params } = await peer.nextRequest()
    const { request, chainId } = params as {
      request: { method: string; params: Record<string, string> }
      chainId: string
    } // the form of requests in WalletConnect
    await peer.send(topic, { id, jsonrpc: '2.0', result: make(request.params) })
    return { ...request, chainId }
  }
  const accounts = () => {
    const session = kit.getState().sessions.bip122
    return session && 'current' in session ? session.current.accounts : []
  }
  return { ...page, peer, topic, answer, accounts, proposal }
}

test('one phone shares its Bitcoin addresses and stays connected for EVM', async () => {
  const { kit, accounts } = await start()
  expect(accounts()).toEqual([
    { address: payment.address, publicKey: toHex(payment.publicKey), purpose: 'payment' },
    { address: ordinals.address, publicKey: toHex(ordinals.publicKey), purpose: 'ordinals' },
  ])
  expect(kit.getState().sessions.eip155?.status).toBe('connected')
})

test.each([
  ['hex', (signature: string) => toHex(fromBase64(signature))],
  ['base64', (signature: string) => signature],
])('a signature in %s is returned in base64, and verifies', async (_, encode) => {
  const { kit, answer } = await start()
  const signing = kit.signMessage({ message: 'hello' })
  expect(
    await answer(({ message = '' }) => ({
      address: payment.address,
      signature: encode(signBip322(payment, message, 'regtest')),
    })),
  ).toMatchObject({
    method: 'signMessage',
    params: {
      account: payment.address,
      address: payment.address,
      message: 'hello',
      protocol: 'bip322',
    },
    chainId: bitcoinRegtestId,
  })
  const claim = { chainId: bitcoinRegtestId, address: payment.address, message: 'hello' }
  expect(await verifyBitcoin({ ...claim, signature: await signing } as never)).toBe(true)
})

test('signPsbt goes to the phone with the inputs to sign', async () => {
  const { kit, answer } = await start()
  const signing = kit.request({
    method: 'signPsbt',
    params: { psbt: 'AQID', signInputs: [{ address: ordinals.address, index: 2 }] },
  })
  expect(await answer(() => ({ psbt: toBase64(Uint8Array.of(9)) }))).toMatchObject({
    method: 'signPsbt',
    params: {
      account: payment.address,
      psbt: 'AQID',
      signInputs: [{ address: ordinals.address, index: 2 }],
      broadcast: false,
    },
  })
  expect(await signing).toEqual({ psbt: 'CQ==' })
})

test('a phone that granted only sendTransfer is asked nothing else', async () => {
  const { kit, accounts } = await start(['sendTransfer'], null)
  expect(accounts()).toEqual([{ address: payment.address }])
  const signer = linkOf(kit, 'bip122', walletConnectId)?.provider as BitcoinSigner
  expect([signer.canSignPsbt, typeof signer.sendTransfer]).toEqual([false, 'function'])
  expect(await reasonOf(kit.signMessage({ message: 'a' }))).toMatchObject({
    code: 'methodNotSupported',
  })
})

test('bip122_addressesChanged can only select addresses that the phone shared', async () => {
  const { peer, topic, accounts } = await start()
  const [, stranger] = bitcoinAccounts(2)
  const send = async (data: unknown) => {
    await peer.send(topic, {
      id: peer.nextId(),
      jsonrpc: '2.0',
      method: 'wc_sessionEvent',
      params: { event: { name: 'bip122_addressesChanged', data }, chainId: bitcoinRegtestId },
    })
    await peer.next()
  }
  await send([{ address: stranger?.payment.address, intention: 'payment' }])
  await send([ordinals.address, payment.address])
  await waitFor(() =>
    expect(accounts().map(({ address }) => address)).toEqual([payment.address, ordinals.address]),
  )
})
