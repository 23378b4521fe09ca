import type { NetworkId } from '@latchkey/protocol/caip'
import {
  kusamaAssetHubId,
  polkadotAssetHubId,
  spelledFor,
} from '@latchkey/protocol/chains/polkadotNetworks'
import { toHex } from '@latchkey/protocol/hex'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RemoteSession } from '../../../core/contracts/facets/remote.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { polkadotAccounts } from '../../../testing/polkadot/polkadotAccounts.ts'
import type { SignerPayload } from '../signer.ts'
import { createRemoteSigner } from './createRemoteSigner.ts'
import { remote } from './remote.lazy.ts'

// the casts: the ids are network ids
const hub = polkadotAssetHubId as NetworkId
const kusama = kusamaAssetHubId as NetworkId
const accounts = polkadotAccounts(2)
const spelled = (networkId: string, index = 0) =>
  spelledFor(networkId, accounts[index]?.address ?? '') ?? ''
const generic = accounts[0]?.address ?? ''
const signature = `0x01${toHex(accounts[0]?.key.sign(new Uint8Array(3)) ?? new Uint8Array())}`
// the cast: the signer reads only the address
const payload = { address: spelled(hub), method: '0x0000' } as unknown as SignerPayload

/** Starts a session with a wallet that grants `addresses` and answers by `answer`. */
function start(
  answer: (method: string, params: never) => unknown = () => ({ signature }),
  {
    addresses = [generic],
    methods = remote.methods,
    dialect = 'walletConnect' as RemoteSession['dialect'],
  } = {},
) {
  const requests: [method: string, params: unknown][] = []
  let networkId = hub
  const session: RemoteSession = {
    dialect,
    networkId: () => networkId,
    networkIds: () => [hub, kusama],
    accounts: () => remote.readAccounts(addresses, undefined, networkId),
    addresses: () => addresses,
    methods: () => methods,
    properties: () => undefined,
    setNetwork: (id) => void (networkId = id),
    async request(method, params) {
      requests.push([method, params])
      return answer(method, params as never)
    },
    requestNode: async () => undefined,
  }
  return { signer: createRemoteSigner(session), requests, session }
}

test('accounts are spelled for the network, and a key is listed once', () => {
  const read = (...addresses: string[]) => remote.readAccounts(addresses, undefined, hub)
  expect(read(generic, spelled(kusama), 'nothing', spelled(kusama, 1))).toEqual([
    { address: spelled(hub) },
    { address: spelled(hub, 1) },
  ])
  expect(remote.readAccounts([generic])).toEqual([{ address: generic }])
  expect(read(`${generic.slice(0, -1)}1`)).toEqual([])
})

test('accountsChanged names addresses or accounts, in any spelling', () => {
  expect(
    remote.readEvent('accountsChanged', [`${kusama}:${spelled(kusama, 1)}`, generic, 7, null], hub),
  ).toEqual({ accounts: [{ address: spelled(hub, 1) }, { address: spelled(hub) }] })
  expect(remote.readEvent('chainChanged', hub, hub)).toBeUndefined()
})

test('a request names the account in the spelling that the wallet granted', async () => {
  const { signer, requests } = start(undefined, { addresses: [spelled(kusama, 1), generic] })
  await signer.signPayload({ payload, networkId: hub })
  await signer.signMessage({ address: spelled(hub), message: 'Hi', networkId: hub })
  expect(requests).toEqual([
    [
      'polkadot_signTransaction',
      { address: generic, transactionPayload: { ...payload, address: generic } },
    ],
    ['polkadot_signMessage', { address: generic, message: 'Hi' }],
  ])
})

test('a method that the wallet has not granted is not requested', async () => {
  const { signer, requests } = start(undefined, { methods: ['polkadot_signMessage'] })
  expect(await reasonOf(signer.signPayload({ payload, networkId: hub }))).toMatchObject({
    code: 'methodNotSupported',
  })
  expect(requests).toEqual([])
})

test('the network switches to approved ones, and requests for another one are refused', async () => {
  const { signer, session } = start()
  signer.switchNetwork(kusama)
  expect(session.accounts()).toEqual([{ address: spelled(kusama) }])
  expect(await reasonOf(signer.signPayload({ payload, networkId: hub }))).toMatchObject({
    code: 'chainDisconnected',
  })
  expect(() => signer.switchNetwork(`polkadot:${'0'.repeat(32)}` as NetworkId)).toThrow(
    expect.objectContaining({ code: 'switchChain' }) as Error,
  )
})

test('the keys of the e-mail wallet are sr25519; a phone does not report the kinds of its keys', () => {
  expect(start().signer.keyTypeOf(generic)).toBeUndefined()
  expect(start(undefined, { dialect: 'frame' }).signer.keyTypeOf(generic)).toBe('sr25519')
})

test('whatever a wallet answers, it is a signature, or the request fails with a KitError', async () => {
  const hex = fc.stringMatching(/^(?:0x)?[\da-f]{120,140}$/)
  const anyAnswer = fc.oneof(
    fc.anything(),
    fc.record({
      signature: fc.oneof(hex, fc.anything(), fc.constant(signature)),
      signedTransaction: fc.oneof(hex, fc.anything(), fc.uint8Array(), fc.constant(undefined)),
    }),
  )
  await fc.assert(
    fc.asyncProperty(anyAnswer, async (answer) => {
      const { signer } = start(() => answer)
      const results = await Promise.all([
        signer.signPayload({ payload, networkId: hub }).catch((error: unknown) => error),
        signer
          .signMessage({ address: generic, message: 'a', networkId: hub })
          .then((text) => ({ signature: text }))
          .catch((error: unknown) => error),
      ])
      for (const result of results) {
        if (KitError.is(result)) {
          expect(result.code).toBe('answerInvalid')
          continue
        }
        const { signature: signed, signedTransaction } = result as {
          signature: string
          signedTransaction?: string
        }
        expect([128, 130, 132]).toContain(signed.length - 2)
        for (const text of [signed, signedTransaction ?? '0x00'])
          expect(text).toMatch(/^0x(?:[\da-f]{2})+$/)
      }
    }),
    { numRuns: 300 },
  )
})
