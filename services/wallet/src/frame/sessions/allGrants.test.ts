import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { counts } from '@latchkey/protocol/limits'
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import { rootAuthority, writeContext } from '@latchkey/protocol/sessions/delegation'
import { listGrants, putGrant } from '@latchkey/protocol/sessions/walletGrants'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Wallet } from '../wallet/Wallet.ts'
import { copyNewGrants } from './allGrants.ts'
import { readFunction } from './functions.ts'
import { completeGrant } from './grantStore.ts'

const account: Hex = `0x${'ac'.repeat(20)}`
const eight = Array.from({ length: counts.sessionTargets }, (_, index) => index + 1)
const addresses = eight.map((digit): Hex => `0x${String(digit).repeat(40)}`)
/** The longest function that the wallet reads. */
const longest = readFunction(`f${'x'.repeat(98)}(${Array(19).fill('uint256').join(',')})`)

// otherwise a site could have permissions that the settings do not list
test('the wallet’s server takes every grant that a site can get', async () => {
  const context = writeContext({
    delegate: account,
    delegator: account,
    authority: rootAuthority,
    caveats: writeCaveats({
      what: {
        kind: 'calls',
        targets: addresses,
        selectors: eight.map((digit): Hex => `0x${String(digit).repeat(8)}`),
        maxValue: (1n << 256n) - 1n,
        fixed: eight.map((index) => ({ index, value: `0x${'ff'.repeat(32)}` })),
      },
      maxUses: 2n ** 32n,
      expiry: 2 ** 40,
      redeemers: addresses,
      nonce: (1n << 256n) - 1n,
    }),
    salt: (1n << 256n) - 1n,
    signature: `0x${'ff'.repeat(65)}`,
  })
  // a text that fits, with a signature that does not
  expect(readFunction(`f(${Array(50).fill('uint').join(',')})`)).toBeUndefined()
  expect(longest?.signature.length).toBeGreaterThan(245)
  const sent: unknown[] = []
  const call = async (_: unknown, params: unknown) => void sent.push(params)
  const hosts = ['shop.example', `${`${'x'.repeat(60)}.`.repeat(4)}example:65535`]
  const names = ['Shop', '\u{1d5d5}'.repeat(64), '\u{1f956}'.repeat(200), '\u202e', undefined]
  for (const host of hosts)
    for (const siteName of names) {
      const grant = completeGrant({
        origin: `https://${host}`,
        siteName,
        networkId: 'eip155:9007199254740991',
        requestHash: 'ab'.repeat(32),
        context,
        signatures: eight.map(() => longest?.signature ?? ''),
        grantedAt: Date.now(),
      })
      if (!grant) throw new Error('not readable')
      await copyNewGrants({ server: { call } } as unknown as Pick<Wallet, 'server'>, [grant])
    }
  expect(sent).toHaveLength(hosts.length * names.length)
  for (const params of sent) {
    const read = v.safeParse(putGrant.params, params)
    expect(read.issues?.map(({ message, path }) => [message, path?.at(-1)?.key])).toBeUndefined()
    // and what it has stored is read again
    const grants = [{ ...(params as { grant: object }).grant, endedAt: null }]
    expect(v.safeParse(listGrants.result, { grants }).success).toBe(true)
  }
})
