import { blake2b } from '@noble/hashes/blake2.js'
import * as sr25519 from '@scure/sr25519'
import { merkleizeMetadata } from '@polkadot-api/merkleize-metadata'
import { expect, test } from 'vitest'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { toHex } from '@latchkey/protocol/hex'
import { callsOf } from './testing/callsOf.ts'
import { fee, free } from './testing/answerOf.ts'
import { bytesOf, createTestAccount } from './testing/createTestAccount.ts'
import { assetHub, chains } from './testing/todaysMetadata.ts'

const friend = writeSs58(new Uint8Array(32).fill(5), 0)
const to = { type: 'Id', value: friend }
const calls = callsOf(assetHub.metadata)
const payment = calls.encode('Balances', 'transfer_keep_alive', {
  dest: to,
  value: 20_000_000_000n,
})

test.each(chains.map((chain) => [chain.network.name, chain] as const))(
  'a payment on %s is shown, and signed with the hash of the metadata by which it was read',
  async (_, chain) => {
    const { account, state, sign } = await createTestAccount(chain)
    const call = callsOf(chain.metadata).encode('Balances', 'transfer_keep_alive', {
      dest: to,
      value: 1n,
    })
    const { signature, signedTransaction } = await sign(call)
    const { currency } = chain.network
    const hash = merkleizeMetadata(chain.metadata, {
      decimals: currency.decimals,
      tokenSymbol: currency.symbol,
    }).digest()
    const [shown] = state.shown
    expect(shown?.effects).toEqual([
      { kind: 'transfer', to: new Uint8Array(32).fill(5), amount: 1n, keepsAlive: true },
    ])
    // what a node reads: length, version, address, signature, parts, call
    const transaction = toHex(bytesOf(signedTransaction))
    const body = `84${'00'}${toHex(account.publicKey)}${signature.slice(2)}4502${'0c'}`
    const isAssetHub = chain.network.name.includes('Hub')
    const included = `${isAssetHub ? '0000' : '00'}01`
    const rest = `${body}${included}${toHex(call)}`
    expect(transaction.endsWith(rest)).toBe(true)
    expect(transaction.length - rest.length).toBeLessThanOrEqual(4)
    // what the runtime checks the signature against
    const signed = bytesOf(
      `0x${toHex(call)}4502${'0c'}${included}${specOf(chain)}0f000000${chain.genesisHash.slice(2)}${'7'.repeat(64)}01${toHex(hash)}`,
    )
    expect(signed.length).toBeLessThanOrEqual(256)
    expect(signature.slice(0, 4)).toBe('0x01')
    const key = account.publicKey
    expect(sr25519.verify(signed, bytesOf(signature).slice(1), key)).toBe(true)
  },
)

function specOf(chain: (typeof chains)[number]): string {
  const { unified, buildDefinition } = callsOf(chain.metadata)
  const constant = unified.pallets
    .find(({ name }) => name === 'System')
    ?.constants.find(({ name }) => name === 'Version')
  const { spec_version: version } = buildDefinition(constant?.type ?? 0).dec(constant?.value ?? '')
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, version, true)
  return toHex(bytes)
}

test('what the account pays and what stays are told', async () => {
  const { state, sign } = await createTestAccount()
  await sign(payment, { tip: '0x3e8' })
  const [shown] = state.shown
  expect(shown).toMatchObject({ fee, free })
  expect(shown?.text).toEqual({
    stays: free - 20_000_000_000n - fee - 1_000n,
    needed: undefined,
    closing: undefined,
    largeFee: undefined,
    isRisky: false,
  })
})

test('of more than 256 bytes the hash is signed', async () => {
  const { account, state, sign } = await createTestAccount()
  const { signature } = await sign(
    calls.encode('System', 'remark', { remark: new Uint8Array(300).fill(0x61) }),
  )
  const toSign = state.shown[0]?.encoded.toSign ?? new Uint8Array()
  expect(toSign).toHaveLength(32)
  expect(sr25519.verify(toSign, bytesOf(signature).slice(1), account.publicKey)).toBe(true)
})

test('a site may name the hash of the metadata, but no other one', async () => {
  const { state, sign } = await createTestAccount()
  const hash = merkleizeMetadata(assetHub.metadata, { decimals: 10, tokenSymbol: 'DOT' }).digest()
  await sign(payment, { mode: 1, metadataHash: `0x${toHex(hash)}` })
  await expect(
    sign(payment, { mode: 1, metadataHash: `0x${'1'.repeat(64)}` }),
  ).rejects.toMatchObject({ code: -32003 })
  expect(state.shown).toHaveLength(1)
})

test.each([
  ['another account', { address: friend }, 4100],
  ['another network', { genesisHash: `0x${'9'.repeat(64)}` }, 4902],
  ['a fee in another token', { assetId: '0x0102' }, -32602],
  ['transactions of version 5', { version: 5 }, -32602],
  ['no version', { version: undefined }, -32602],
  ['no call', { method: '0x' }, -32602],
  ['a call of another form', { method: '0x0a0' }, -32602],
  ['a huge call', { method: `0x${'00'.repeat(64 * 1024 + 1)}` }, -32602],
  ['a number that is no hex', { nonce: 3 }, -32602],
  ['a nonce above 32 bits', { nonce: '0x100000000' }, -32602],
  ['a tip above 128 bits', { tip: `0x1${'0'.repeat(32)}` }, -32602],
  ['an era with a period of two blocks', { era: '0x0000' }, -32602],
  ['an era with a phase outside of its period', { era: '0x41ff' }, -32602],
  ['an endless era with another block', { era: '0x00' }, -32602],
  ['a hash without its mode', { metadataHash: `0x${'1'.repeat(64)}` }, -32602],
  ['a mode without its hash', { mode: 1 }, -32602],
  ['another mode', { mode: 2 }, -32602],
  ['other parts', { signedExtensions: ['CheckNonce'] }, -32003],
  ['too many parts', { signedExtensions: Array(33).fill('CheckNonce') }, -32602],
  ['parts of another type', { signedExtensions: [1] }, -32602],
  ['another version of the runtime', { specVersion: '0x00000001' }, -32003],
])('refuses %s', async (_, changes, code) => {
  const { state, sign } = await createTestAccount()
  await expect(sign(payment, changes)).rejects.toMatchObject({ code })
  expect(state.shown).toEqual([])
})

test('refuses an account that the site names in the parameters alone, and a site without a login', async () => {
  const { ask, payloadOf, wallet } = await createTestAccount()
  const transactionPayload = payloadOf(payment)
  for (const address of [friend, undefined, 7])
    await expect(
      ask('polkadot_signTransaction', { transactionPayload, address }),
    ).rejects.toMatchObject({ code: 4100 })
  await wallet.store.delete('consent:https://shop.example')
  await expect(ask('polkadot_signTransaction', { transactionPayload })).rejects.toMatchObject({
    code: 4100,
  })
})

test('the account may be spelled with the prefix of any network', async () => {
  const { account, ask, payloadOf } = await createTestAccount()
  const address = writeSs58(account.publicKey, 2007)
  const transactionPayload = payloadOf(payment, { address })
  await expect(ask('polkadot_signTransaction', { transactionPayload, address })).resolves.toEqual({
    signature: expect.any(String),
    signedTransaction: expect.any(String),
  })
})

test('an endless transaction is signed after a warning', async () => {
  const { state, sign } = await createTestAccount()
  await sign(payment, { era: '0x00', blockHash: assetHub.genesisHash })
  expect(state.shown[0]?.text.isRisky).toBe(true)
})

test('without the visitor’s consent nothing is signed', async () => {
  const { state, sign } = await createTestAccount()
  state.isApproved = false
  await expect(sign(payment)).rejects.toMatchObject({ code: 4001 })
})

test('a node that does not tell the fee or the balance: both are unknown, which is a risk', async () => {
  const { state, sign } = await createTestAccount()
  state.answer = ({ method, params: [name] }) =>
    method === 'state_getStorage' || name === 'TransactionPaymentApi_query_info'
      ? { error: { code: -32000, message: 'No' } }
      : undefined
  await sign(payment)
  expect(state.shown[0]).toMatchObject({ fee: undefined, free: undefined })
  expect(state.shown[0]?.text).toMatchObject({ stays: undefined, isRisky: true })
})

test('blake2b of the metadata is no substitute for its tree: another coin has another hash', async () => {
  const wrong = { ...assetHub.network, currency: { symbol: 'DOT', decimals: 12 } }
  const first = await createTestAccount()
  const second = await createTestAccount({ ...assetHub, network: wrong })
  const hashes = []
  for (const { sign, state } of [first, second]) {
    await sign(payment)
    hashes.push(toHex(blake2b(state.shown[0]?.encoded.toSign ?? new Uint8Array())))
  }
  expect(hashes[0]).not.toBe(hashes[1])
})
