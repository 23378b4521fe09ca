import { bitcoinMainnetId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { expect, test } from 'vitest'
import { bitcoin } from '../../../chains/bitcoin/bitcoin.ts'
import { sendJson, startTestServer } from '../../../core/testing/startTestServer.ts'
import { startTestKit } from '../../../session/startTestKit.ts'
import { onramp } from './index.ts'

const [buy] = onramp.accountActions ?? []
const reference = bitcoinMainnetId.slice('bip122:'.length)

/** Whether buying is of use on a site with Bitcoin alone, by the API's answer. */
async function isUseful(status: number, networkIds: readonly string[] = []) {
  const server = await startTestServer((response) =>
    sendJson(
      response,
      {
        paymentCurrencies: [],
        purchaseCurrencies: [
          {
            id: 'BTC',
            name: 'Bitcoin',
            symbol: 'BTC',
            networks: networkIds.map((id) => ({ name: id, display_name: id, chain_id: id })),
          },
        ],
      },
      status,
    ),
  )
  const { kit } = startTestKit({
    adapters: [bitcoin()],
    networks: [
      {
        id: reference,
        namespace: 'bip122',
        name: 'Bitcoin',
        nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
        rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
      },
    ],
    services: { api: server.url },
  })
  return buy?.isUseful?.(kit)
}

test('on EVM networks buying is offered at once', () => {
  const { kit } = startTestKit()
  expect(buy?.isUseful?.(kit)).toBe(true)
})

test('on other networks buying is offered where the API lists a token of the site’s networks', async () => {
  expect(await isUseful(200, [bitcoinMainnetId])).toBe(true)
  expect(await isUseful(200, ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', '1'])).toBe(false)
  expect(await isUseful(200)).toBe(false)
  expect(await isUseful(404)).toBe(false)
})
