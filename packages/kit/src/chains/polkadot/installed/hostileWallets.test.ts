/** Wallets of the page whose objects and answers are hostile. */
import type { NetworkId } from '@latchkey/protocol/caip'
import { polkadotAssetHubId } from '@latchkey/protocol/chains/polkadotNetworks'
import { readSs58 } from '@latchkey/protocol/chains/ss58'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { KitError } from '../../../core/errors/KitError.ts'
import { toWalletError } from '../../../core/requests/walletError.lazy.ts'
import { linkOf } from '../../../session/links.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { polkadotAccounts } from '../../../testing/polkadot/polkadotAccounts.ts'
import type { SignerPayload } from '../signer.ts'
import { signerOf } from '../signer.ts'
import { startTestPage, startTestPolkadot } from '../startTestPolkadot.ts'
import { createInstalledWallet } from './createInstalledWallet.ts'
import { pageWallets } from './pageWallets.ts'

let page: ReturnType<typeof startTestPage>
beforeEach(() => void (page = startTestPage()))

const hub = polkadotAssetHubId as NetworkId // a network id
const accounts = polkadotAccounts(3)
const [{ address } = { address: '' }] = accounts
// the cast: the wallets here read only these fields
const payload = { address, method: '0x0000', signedExtensions: [] } as unknown as SignerPayload

const throwing: object = new Proxy(
  {},
  {
    get() {
      throw new Error('hostile')
    },
    ownKeys() {
      throw new Error('hostile')
    },
  },
)

const functions = fc.oneof(
  fc.constant(() => undefined),
  fc.constant(async () => throwing),
  fc.constant(() => {
    throw new Error('hostile')
  }),
)
const anyValue = fc.oneof(fc.anything(), fc.constant(throwing), functions)

test('whatever is in injectedWeb3, only wallets are listed, with clean ids and names', () => {
  const entries = fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('talisman', 'Talisman', 'polkadot-js', '\u202e')),
    fc.oneof(anyValue, fc.record({ enable: anyValue, connect: anyValue }, { requiredKeys: [] })),
  )
  fc.assert(
    fc.property(fc.oneof(anyValue, entries), anyValue, (injected, extension) => {
      page['injectedWeb3'] = injected
      page['walletExtension'] = extension
      const found = pageWallets()
      for (const { id, name } of found) {
        expect(id).toMatch(/^polkadot\.[\w.-]{1,64}$/)
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(64)
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    }),
    { numRuns: 300 },
  )
})

test('a hundred and more wallets are cut', () => {
  page['injectedWeb3'] = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [`w${at}`, { enable: async () => ({}) }]),
  )
  expect(pageWallets()).toHaveLength(100)
})

const entry = fc.oneof(
  anyValue,
  fc.record(
    {
      address: fc.oneof(fc.constantFrom(...accounts.map((account) => account.address)), anyValue),
      type: fc.oneof(fc.constantFrom('sr25519', 'ed25519', 'ethereum'), anyValue),
      name: anyValue,
      genesisHash: anyValue,
    },
    { requiredKeys: [] },
  ),
)
const list = fc.oneof(anyValue, fc.array(entry))
const signed = fc.oneof(
  anyValue,
  fc.record(
    {
      signature: fc.oneof(anyValue, fc.stringMatching(/^0x[\da-f]{126,134}$/)),
      signedTransaction: fc.oneof(anyValue, fc.uint8Array(), fc.stringMatching(/^0x[\da-f]*$/)),
    },
    { requiredKeys: [] },
  ),
)

test('whatever a wallet answers, accounts and signatures are valid, or it fails with a KitError', async () => {
  await fc.assert(
    fc.asyncProperty(list, list, signed, anyValue, async (first, next, answer, stop) => {
      let report: (changed: unknown) => void = () => {}
      const wallet = createInstalledWallet(
        {
          enable: async () => ({
            accounts: {
              get: async () => first,
              subscribe: (listener: typeof report) => {
                report = listener
                return stop
              },
            },
            signer: { signPayload: async () => answer, signRaw: async () => answer },
          }),
        },
        'Shop',
      )
      const check = () => {
        const shown = wallet.accountsOn(hub)
        const keys = shown.map((account) => String(readSs58(account.address)?.key))
        expect(new Set(keys).size).toBe(shown.length)
        for (const account of shown) {
          expect(readSs58(account.address)?.prefix).toBe(0)
          expect((account.name ?? '').length).toBeLessThanOrEqual(64)
        }
      }
      const typed = (error: unknown) => KitError.is(toWalletError(error))
      expect(await wallet.enable().then(() => true, typed)).toBe(true)
      check()
      report(next)
      check()
      const results = [
        await wallet.signer.signPayload({ payload, networkId: hub }).catch(typed),
        await wallet.signer
          .signMessage({ address, message: 'a', networkId: hub })
          .then((signature) => ({ signature }))
          .catch(typed),
      ]
      for (const result of results)
        if (result !== true)
          expect(result).toMatchObject({
            signature: expect.stringMatching(/^0x(?:[\da-f]{2}){64,66}$/) as string,
          })
      wallet.leave()
      report(first)
      expect(wallet.accountsOn(hub)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

const enabledBy = (get: () => unknown, signer: object = {}) => ({
  enable: async () => ({ accounts: { get, subscribe: () => () => {} }, signer }),
})

test('a wallet with very many accounts shares a hundred', async () => {
  const many = Array.from({ length: 1_000_000 }, () => ({ address }))
  page['injectedWeb3'] = {
    talisman: enabledBy(async () => [...many, ...accounts]),
    onekey: enabledBy(async () =>
      polkadotAccounts(120).map((account) => ({ address: account.address })),
    ),
  }
  const { kit } = startTestPolkadot()
  expect((await kit.connect({ connectorId: 'polkadot.talisman' })).addresses).toHaveLength(1)
  expect((await kit.connect({ connectorId: 'polkadot.onekey' })).addresses).toHaveLength(100)
})

test('a huge signature, and a transaction of more than 5 MiB, are refused', async () => {
  const signature = `0x01${'00'.repeat(64)}`
  let answer: object = {}
  const wallet = createInstalledWallet(
    enabledBy(async () => accounts, { signPayload: async () => answer }),
    'Shop',
  )
  await wallet.enable()
  const sign = () => reasonOf(wallet.signer.signPayload({ payload, networkId: hub }))
  for (const hostile of [
    { signature: `0x${'00'.repeat(5_000_000)}` },
    { signature, signedTransaction: `0x${'00'.repeat(5 * 1_024 * 1_024 + 1)}` },
    { signature, signedTransaction: new Uint8Array(5 * 1_024 * 1_024 + 1) },
    { signature, signedTransaction: '' },
    { signature, signedTransaction: 7 },
  ]) {
    answer = hostile
    expect(await sign()).toMatchObject({ code: 'answerInvalid' })
  }
  answer = { signature, signedTransaction: null }
  expect(await sign()).toBe('fulfilled')
})

test('a wallet that never names its accounts ends with `walletTimeout`', async () => {
  page['injectedWeb3'] = { talisman: enabledBy(() => new Promise(() => {})) }
  const { kit, clock } = startTestPolkadot()
  const reason = reasonOf(kit.connect({ connectorId: 'polkadot.talisman' }))
  for (let minute = 0; minute < 5; minute++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    clock.advance(60_000)
  }
  expect(await reason).toMatchObject({ code: 'walletTimeout' })
})

test('a wallet whose object is replaced by another one does not answer for the first', async () => {
  const [own, other] = accounts
  page['injectedWeb3'] = { talisman: enabledBy(async () => [{ address: own?.address }]) }
  const { kit } = startTestPolkadot()
  await kit.connect({ connectorId: 'polkadot.talisman' })
  let asked = 0
  page['injectedWeb3'] = {
    talisman: enabledBy(async () => [{ address: other?.address }], {
      signRaw: async () => ({ signature: `0x${'00'.repeat(64)}`, asked: asked++ }),
    }),
  }
  const link = linkOf(kit, 'polkadot', 'polkadot.talisman')
  expect(
    link &&
      (await reasonOf(
        signerOf(link).signMessage({ address: own?.address ?? '', message: 'a', networkId: hub }),
      )),
  ).toMatchObject({ code: 'methodNotSupported' })
  expect(asked).toBe(0)
})
