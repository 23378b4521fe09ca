import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { getAddress } from '@scure/btc-signer/payment.js'
import * as sr25519 from '@scure/sr25519'
import { addressKey } from '@latchkey/protocol/address'
import {
  bitcoinMainnetId,
  bitcoinNetworkOf,
  bitcoinRegtestId,
} from '@latchkey/protocol/chains/bitcoinNetworks'
import { polkadotKeyOf } from '@latchkey/protocol/chains/polkadotKeys'
import { kusamaAssetHubId, polkadotAssetHubId } from '@latchkey/protocol/chains/polkadotNetworks'
import { polkadotSeedOf as polkadotSeedInScript } from '@latchkey/protocol/chains/polkadotSeed'
import { genericPrefix, readSs58 } from '@latchkey/protocol/chains/ss58'
import { readAddresses } from '@latchkey/protocol/walletAddresses'
import type { WalletAddresses } from '@latchkey/protocol/walletAddresses'
import fc from 'fast-check'
import { HDKey as Slip10 } from 'micro-key-producer/slip10.js'
import { HDKey, mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import { bitcoinAccount } from '../wallet/bitcoinAccount.ts'
import { polkadotAccount } from '../wallet/polkadotAccount.ts'
import { withKeys } from './deriveKeys.ts'
import type { Keys } from './deriveKeys.ts'
import { openUnder, sealUnder } from './guardKeys.ts'
import { isStrong, keysOfPassword } from './password.ts'
import { phraseOf } from './phraseOf.ts'
import { seedOf } from './seedOf.ts'
import { joinShares, splitEntropy } from './splitEntropy.ts'
import { wipe } from './wipe.ts'

const entropies = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Uint8Array.from(bytes))
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test('the phrase of any entropy equals that of the reference implementation', async () => {
  await fc.assert(
    fc.asyncProperty(entropies, async (entropy) => {
      expect(decode(await phraseOf(entropy))).toBe(entropyToMnemonic(entropy, wordlist))
    }),
  )
})

test('phrases of 15 to 24 words equal those of the reference implementation', async () => {
  for (const length of [20, 24, 28, 32]) {
    const entropy = crypto.getRandomValues(new Uint8Array(length))
    // with 24 words the checksum is a whole byte; with fewer words it is the first bits of a byte
    expect(decode(await phraseOf(entropy))).toBe(entropyToMnemonic(entropy, wordlist))
  }
})

test('the seed and the addresses equal those of viem and a Solana library', async () => {
  const entropy = new Uint8Array(16).fill(0x7f)
  const phrase = entropyToMnemonic(entropy, wordlist)
  expect(await seedOf(entropy)).toEqual(Uint8Array.from(mnemonicToSeedSync(phrase)))
  const addresses = await withKeys(entropy, async (keys) => keys.addresses)
  expect(addresses.eip155).toBe(mnemonicToAccount(phrase).address)
  expect(addresses.solana).toBe(
    toBase58(
      Slip10.fromMasterSeed(mnemonicToSeedSync(phrase)).derive("m/44'/501'/0'/0'").publicKeyRaw,
    ),
  )
})

const bitcoinAddresses = (networkId: string, addresses: WalletAddresses) => {
  const { payment, ordinals } = bitcoinAccount({ networkId }, addresses)
  return [payment.address, ordinals.address]
}

test('the addresses on Bitcoin are those of BIP-84 and BIP-86', async () => {
  // the phrase of both documents: “abandon” eleven times, and “about”
  const addresses = await withKeys(new Uint8Array(16), async (keys) => keys.addresses)
  expect(bitcoinAddresses(bitcoinMainnetId, addresses)).toEqual([
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ])
  // the test networks have keys of their own, and each its own prefix
  const testnet = bitcoinAddresses('bip122:000000000933ea01ad0ee984209779ba', addresses)
  expect(testnet).toEqual([
    'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
    expect.stringMatching(/^tb1p/),
  ])
  expect(bitcoinAddresses(bitcoinRegtestId, addresses)[0]).toMatch(/^bcrt1q6rz28mcf/)
})

test('the addresses on Bitcoin of any entropy equal those of another derivation, and the private keys are theirs', async () => {
  await fc.assert(
    fc.asyncProperty(entropies, async (entropy) => {
      const root = HDKey.fromMasterSeed(mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist)))
      await withKeys(entropy, async ({ addresses, bitcoinKey }) => {
        for (const [coinType, networkId] of [
          [0, bitcoinMainnetId],
          [1, bitcoinRegtestId],
        ] as const) {
          const [payment, ordinals] = [84, 86].map(
            (purpose) => root.derive(`m/${purpose}'/${coinType}'/0'/0/0`).privateKey,
          )
          const own = bitcoinNetworkOf(networkId)
          if (!payment || !ordinals || !own) throw new Error('The network has keys')
          expect(bitcoinAddresses(networkId, addresses)).toEqual([
            getAddress('wpkh', payment, own),
            getAddress('tr', ordinals, own),
          ])
          expect(bitcoinKey('payment', coinType)).toEqual(Uint8Array.from(payment))
          expect(bitcoinKey('ordinals', coinType)).toEqual(Uint8Array.from(ordinals))
        }
      })
    }),
    { numRuns: 10 },
  )
})

test('the address on Polkadot of a phrase is that of polkadot-js, spelled for the network', async () => {
  // the published phrase of development, and its published address
  const phrase = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk'
  const entropy = Uint8Array.from(mnemonicToEntropy(phrase, wordlist))
  const addresses = await withKeys(entropy, async (keys) => keys.addresses)
  expect(addresses.polkadot).toBe('5DfhGyQdFobKM8NsWvEeAKk5EQQgYe9AydgJ7rMB6E1EqRzV')
  const spelled = [polkadotAssetHubId, kusamaAssetHubId, 'polkadot:'.padEnd(41, '1')].map(
    (networkId) => polkadotAccount({ networkId }, addresses).address,
  )
  expect(spelled).toEqual([
    expect.stringMatching(/^1/),
    expect.stringMatching(/^[C-J]/),
    addresses.polkadot,
  ])
  expect(new Set(spelled.map((address) => addressKey(address))).size).toBe(1)
})

test('the key on Polkadot of any entropy is that of the seed in JavaScript, and its signatures are valid', async () => {
  await fc.assert(
    fc.asyncProperty(entropies, fc.uint8Array(), async (entropy, bytes) => {
      const { accountId } = polkadotKeyOf(await polkadotSeedInScript(entropy), '')
      const { polkadot, signature } = await withKeys(entropy, async (keys) => ({
        polkadot: keys.addresses.polkadot,
        signature: keys.signPolkadot(bytes),
      }))
      expect(readSs58(polkadot ?? '')).toEqual({ key: accountId, prefix: genericPrefix })
      expect(sr25519.verify(bytes, signature, accountId)).toBe(true)
    }),
    { numRuns: 5 },
  )
})

test('a record with an address of a wrong checksum has no account on Polkadot', () => {
  const eip155 = `0x${'1'.repeat(40)}`
  const polkadot = '5DfhGyQdFobKM8NsWvEeAKk5EQQgYe9AydgJ7rMB6E1EqRzW'
  expect(readAddresses({ eip155, polkadot })).toEqual({ eip155, polkadot })
  for (const addresses of [{ eip155, polkadot }, { eip155 }])
    expect(() => polkadotAccount({ networkId: polkadotAssetHubId }, addresses)).toThrow(
      expect.objectContaining({ code: 'networkNotFound' }),
    )
})

test('a record with keys that are no points has no account on Bitcoin', () => {
  const addresses = { eip155: `0x${'1'.repeat(40)}`, bip122: `Ag${'_'.repeat(84)}8` }
  expect(readAddresses(addresses)).toEqual(addresses)
  expect(() => bitcoinAddresses(bitcoinMainnetId, addresses)).toThrow(
    expect.objectContaining({ code: 'networkNotFound' }),
  )
  for (const id of [bitcoinRegtestId, 'bip122:11111111111111111111111111111111', 'eip155:1'])
    expect(() => bitcoinAddresses(id, addresses)).toThrow()
})

test('any two shares of one split restore the entropy, and shares of two splits do not', async () => {
  await fc.assert(
    fc.asyncProperty(entropies, async (entropy) => {
      const [one, two] = await Promise.all([splitEntropy(entropy), splitEntropy(entropy)])
      expect(await joinShares(one.device, one.server)).toEqual(entropy)
      expect(await joinShares(one.server, one.recovery)).toEqual(entropy)
      expect(await joinShares(one.recovery, one.device)).toEqual(entropy)
      const mixed = await joinShares(one.device, two.server).catch(() => new Uint8Array())
      expect(mixed).not.toEqual(entropy)
    }),
    { numRuns: 30 },
  )
})

test('`withKeys` does not change the entropy, and `wipe` overwrites it with zeros', async () => {
  const entropy = crypto.getRandomValues(new Uint8Array(16))
  const copy = entropy.slice()
  await withKeys(entropy, async () => undefined)
  expect(entropy).toEqual(copy)
  wipe(entropy, undefined)
  expect(entropy).toEqual(new Uint8Array(16))
})

test('keys cannot sign after their work ends or fails', async () => {
  const entropy = crypto.getRandomValues(new Uint8Array(16))
  const hash = `0x${'1'.repeat(64)}` as const
  const seen: Keys[] = []
  const work = async (keys: Keys) => {
    seen.push(keys)
    expect(await keys.evm.sign({ hash })).toMatch(/^0x[0-9a-f]{130}$/)
  }
  await withKeys(entropy, work)
  await expect(
    withKeys(entropy, async (keys) => work(keys).then(() => Promise.reject(new Error('no')))),
  ).rejects.toThrow('no')
  for (const { evm } of seen) await expect(evm.sign({ hash })).rejects.toThrow()
  for (const { bitcoinKey } of seen) expect(() => bitcoinKey('payment', 0)).toThrow()
  for (const { signPolkadot } of seen) expect(() => signPolkadot(new Uint8Array(1))).toThrow()
  expect(seen).toHaveLength(2)
})

test('only the same password opens a share that it sealed', async () => {
  const share = crypto.getRandomValues(new Uint8Array(17))
  const keys = await keysOfPassword('correct horse 9')
  const sealed = await sealUnder(keys.key, share)
  const again = await keysOfPassword('correct horse 9', keys.salt)
  expect(again.proof).toEqual(keys.proof)
  expect(again.proof).not.toEqual(again.key)
  expect(await openUnder(again.key, sealed)).toEqual(share)
  const other = await keysOfPassword('correct horse 8', keys.salt)
  expect(other.proof).not.toEqual(keys.proof)
  await expect(openUnder(other.key, sealed)).rejects.toThrow()
})

test.each([
  ['short', false],
  ['1234567890123', false],
  ['aaaaaaaaaaaaaa', false],
  ['correct horse', true],
  ['пароль на годы', true],
])('whether the password “%s” is strong: %s', (password, strong) => {
  expect(isStrong(password)).toBe(strong)
})

test('base58 text decodes to the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(fromBase58(toBase58(bytes))).toEqual(Uint8Array.from(bytes))
    }),
  )
  expect(toBase58(new Uint8Array(32))).toBe('1'.repeat(32))
  expect(toBase58(new TextEncoder().encode('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
  expect(() => fromBase58('0OIl')).toThrow(RangeError)
})
