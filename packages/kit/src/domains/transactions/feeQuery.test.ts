import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { feeQuery } from './feeQuery.ts'

const networkId = formatNetworkId('eip155', 31_337)
const { signal } = new AbortController()

/** Returns the fee that the query reads from a node that answers with this receipt. */
async function feeOf(result: unknown) {
  const node = await startTestServer((response, { body }) =>
    sendJson(response, { jsonrpc: '2.0', id: JSON.parse(body).id, result }),
  )
  const { kit } = startTestKit({ customRpcUrls: { [networkId]: [node.url] } })
  return feeQuery(kit, { networkId, hash: `0x${'a'.repeat(64)}` }).queryFn({ signal })
}

test('the fee is gas times price, exactly', async () => {
  expect(await feeOf({ gasUsed: '0x5208', effectiveGasPrice: '0x3b9aca07' })).toEqual({
    quantity: '0.000021000000147',
    symbol: 'ETH',
  })
})

test('the fee includes the fee of the layer below', async () => {
  expect(await feeOf({ gasUsed: '0x5208', effectiveGasPrice: '0x1', l1Fee: '0x1' })).toEqual({
    quantity: '0.000000000000021001',
    symbol: 'ETH',
  })
})

test.each([
  ['no receipt', null],
  ['a receipt without a price', { gasUsed: '0x5208' }],
  ['invalid quantities', { gasUsed: 'all', effectiveGasPrice: 1 }],
  ['text', 'none'],
])('with %s the fee is unknown', async (_, receipt) => {
  expect(await feeOf(receipt)).toBeNull()
})

test('on a network outside the site’s options, the fee fails with `networkNotFound`', async () => {
  const { kit } = startTestKit()
  expect(
    await reasonOf(
      feeQuery(kit, { networkId: formatNetworkId('eip155', 9), hash: '0x1' }).queryFn({ signal }),
    ),
  ).toMatchObject({ code: 'networkNotFound' })
})
