import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { recoverSigner } from './recoverSigner.ts'
import type { SigningCall } from './signingCall.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const account = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const recover = (message: string, signature: string) =>
  // the cast is safe: only `params` is read
  recoverSigner({ params: [message, signature] } as unknown as SigningCall)

test('the signer of a valid signature is recovered, and the same signature with the high `s` is rejected', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1 }).filter((text) => !text.startsWith('0x')),
      async (message) => {
        const signature = await account.signMessage({ message })
        expect(await recover(message, signature)).toBe(account.address.toLowerCase())
        const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
        await expect(
          recover(
            message,
            `${signature.slice(0, 66)}${s}${signature.endsWith('1b') ? '1c' : '1b'}`,
          ),
        ).rejects.toThrow()
      },
    ),
    { numRuns: 20 },
  )
})
