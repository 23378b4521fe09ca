/**
 * Phones and the e-mail wallet give generated answers. Each request ends with a valid answer or a
 * KitError.
 */
import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import type { NetworkId } from '@latchkey/protocol/caip'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RemoteSession } from '../../../core/contracts/facets/remote.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { signTransaction } from '../../../testing/solana/signTransaction.ts'
import { solanaKeys } from '../../../testing/solana/solanaKeys.ts'
import { buildTransaction } from '../send/buildTransaction.ts'
import { transferLamports } from '../send/instructions.ts'
import { signAndSend, signMessage, signTransactions } from '../sign.ts'
import { toBase64 } from '@latchkey/protocol/base64'
import { readWire } from '../wire/transaction.ts'
import { createRemoteWallet } from './createRemoteWallet.ts'
import { remote } from './remote.lazy.ts'

const [key, other] = solanaKeys(2)
if (!key || !other) throw new Error('There are two keys')
const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as NetworkId // a valid network id
const bytes = buildTransaction(key.address, 'GHtXQBsoZHVnNFa9YevAzFr17DJjgHXk3ycTKD5xD3Zi', [
  transferLamports(key.address, other.address, 5n),
])
const signed = signTransaction(key, bytes)

/** Any JSON value: messages of the relay and of the frame are JSON. */
const json = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    'x'.repeat(200_000),
    '1'.repeat(88),
    -1,
    1e300,
    { signature: { toString: 1 } },
    ['a'],
    [[[]]],
  ),
)
const text = fc.oneof(
  fc.uint8Array({ minLength: 60, maxLength: 68 }).map((one) => toBase58(one)),
  fc.uint8Array({ maxLength: 1_300 }).map((one) => toBase64(one)),
  fc.constantFrom(
    toBase58(signed.signature),
    toBase64(signed.bytes),
    toBase58(signed.bytes),
    toBase64(bytes),
    '0OIl',
    'ä',
    '=',
  ),
  fc
    .tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 }))
    .map(([at, byte]) => toBase64(signed.bytes.with(at, byte))),
  json,
)
const answer = fc.oneof(
  json,
  fc.record(
    {
      signature: text,
      transaction: text,
      transactions: fc.oneof(fc.array(text, { maxLength: 3 }), json),
    },
    { requiredKeys: [] },
  ),
)
const dialect = fc.constantFrom('walletConnect' as const, 'frame' as const)

const sessionOf = (dialect: RemoteSession['dialect'], answer: unknown): RemoteSession => ({
  dialect,
  networkId: () => networkId,
  networkIds: () => [networkId],
  accounts: () => [{ address: key.address }],
  addresses: () => [key.address],
  methods: () => remote.methods,
  properties: () => undefined,
  setNetwork: () => {},
  request: async () => answer,
  requestNode: async () => undefined,
})

test('a phone’s answer gives a valid signature or transaction, or the call fails with a KitError', async () => {
  await fc.assert(
    fc.asyncProperty(dialect, answer, async (how, answer) => {
      const parameters = {
        link: { provider: createRemoteWallet(sessionOf(how, answer)) },
        address: key.address,
        networkId,
      }
      const outcomes = await Promise.allSettled([
        signMessage(parameters, new TextEncoder().encode('hello')),
        signAndSend(parameters, readWire(bytes)),
        signTransactions(parameters, [readWire(bytes)]),
        signTransactions(parameters, [readWire(bytes), readWire(bytes)]),
      ])
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') {
          expect(KitError.is(outcome.reason), String(outcome.reason)).toBe(true)
          continue
        }
        if (typeof outcome.value === 'string') expect(fromBase58(outcome.value)).toHaveLength(64)
        else
          for (const { signatures, signers } of outcome.value)
            expect(signatures[signers.indexOf(key.address)]?.some(Boolean)).toBe(true)
      }
    }),
    { seed: 15, numRuns: 600 },
  )
}, 60_000)

test('only valid Solana addresses are read from the events of a phone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('accountsChanged', 'chainChanged', '__proto__'),
      fc.oneof(
        json,
        fc.array(
          fc.oneof(
            json,
            fc.constantFrom(
              key.address,
              `${networkId}:${other.address}`,
              `eip155:1:${key.address}`,
            ),
          ),
          { maxLength: 200 },
        ),
      ),
      (name, data) => {
        const read = remote.readEvent(name, data, networkId)
        const named = read && 'accounts' in read ? read.accounts : []
        expect(
          named.every(({ address }) => fromBase58(address).length === 32) && named.length <= 100,
        ).toBe(true)
      },
    ),
  )
})
