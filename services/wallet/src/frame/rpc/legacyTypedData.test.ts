import { expect, test } from 'vitest'
import { signTypedDataV1 } from './legacyTypedData.ts'
import type { SigningCall } from './signingCall.ts'

const address = `0x${'1'.repeat(40)}`
// the cast is safe: the call is rejected by its `params` alone
const call = (params: unknown) => signTypedDataV1({ params } as SigningCall)

test('typed data of version 1 is rejected, as two different contents can have the same signature', async () => {
  const one = [
    { type: 'string', name: 'Vote', value: 'no' },
    { type: 'string', name: 'Note', value: 'thing to see' },
  ]
  const other = [
    { type: 'string', name: 'Vote', value: 'nothing to se' },
    { type: 'string', name: 'Note', value: 'e' },
  ]
  for (const params of [
    [one, address],
    [other, address],
    [JSON.stringify(one), address],
    [address, one],
    [address, JSON.stringify(one)],
    [[], address],
  ])
    await expect(call(params)).rejects.toMatchObject({ code: 4200 })
})
