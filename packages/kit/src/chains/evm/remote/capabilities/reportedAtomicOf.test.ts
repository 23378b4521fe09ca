import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import type { ReportedCapability } from './readCapabilities.ts'
import { address, granted, settleBy } from '../../../../sources/walletconnect/testing/approve.ts'
import { linkOf } from '../../../../session/links.ts'
import { startPeer } from '../../../../sources/walletconnect/testing/startPeer.ts'
import { startTestPage } from '../../startTestPage.ts'
import { batchingOf } from '../../swap/batch.ts'
import { walletConnectId } from '../../../../sources/phones/connectionId.ts'
import { rememberWallet } from '../../../../sources/phones/rememberWallet.ts'
import { startPage, stubSafari } from '../../../../sources/phones/startTestPhones.ts'
import { reportedAtomicOf } from './reportedAtomicOf.lazy.ts'

const networkId = formatNetworkId('eip155', 1)
const other = formatNetworkId('eip155', 2)
const lower = address.toLowerCase()

/** Writes these reports as a session's properties, in the stored form. */
const reportedBy = (rows: readonly ReportedCapability[]) =>
  JSON.stringify({
    scopedProperties: {
      eip155: rows.reduce<object>(
        (all, { networkId: network, address: account, atomic }) => ({
          ...all,
          ...(network && account
            ? { [`${network}:${account}`]: { atomic: { status: atomic } } }
            : (network ?? account)
              ? { [network ?? account ?? '']: { atomic: { status: atomic } } }
              : { atomic: { status: atomic } }),
        }),
        {},
      ),
    },
  })

test('of several reported capabilities, the capability with the narrowest scope applies', () => {
  const rows: ReportedCapability[] = [
    { atomic: 'unsupported' },
    { networkId, atomic: 'ready' },
    { address: lower, atomic: 'supported' },
    { networkId, address: lower, atomic: 'unsupported' },
  ]
  for (let count = 1; count <= rows.length; count++)
    for (const list of [rows.slice(0, count), rows.slice(0, count).reverse()])
      expect(reportedAtomicOf(reportedBy(list), { networkId, address })).toBe(
        rows[count - 1]?.atomic,
      )
  expect(
    reportedAtomicOf(reportedBy(rows.slice(1, 2)), { networkId: other, address }),
  ).toBeUndefined()
  expect(
    reportedAtomicOf(reportedBy(rows.slice(2, 3)), { networkId, address: `0x${'1'.repeat(40)}` }),
  ).toBeUndefined()
  expect(reportedAtomicOf(undefined, { networkId, address })).toBeUndefined()
})

/**
 * Connects a page and a phone. The phone reports `properties` with its session, and grants
 * `methods` besides its usual methods.
 */
async function connect(
  properties: object,
  methods: readonly string[] = ['wallet_sendCalls', 'wallet_getCallsStatus'],
  onShown: (page: Awaited<ReturnType<typeof startPage>>) => void = () => {},
) {
  const started = await startPage()
  const { uri, connecting } = await started.show()
  onShown(started)
  const peer = await startPeer(started.url)
  const topic = await settleBy(
    peer,
    await peer.pair(uri),
    { eip155: { ...granted.eip155, methods: [...granted.eip155.methods, ...methods] } },
    undefined,
    properties,
  )
  expect(await connecting).toBe('fulfilled')
  return {
    ...started,
    peer,
    topic,
    list: () =>
      linkOf(started.kit, 'eip155', walletConnectId)?.reportedAtomic?.({ networkId, address }),
  }
}
const properties = {
  sessionProperties: {
    capabilities: JSON.stringify({ [address]: { '0x1': { atomic: { status: 'supported' } } } }),
  },
}

test('the kit reads support for batches from the phone’s session, without a request, also after a reload', async () => {
  const { list, url, storage, client, kit, peer } = await connect(properties)
  expect(await list()).toBe('supported')
  const request = peer.nextRequest()
  expect(await batchingOf(kit, { networkId, address })).toBe('atomic')
  expect(await Promise.race([request, 'nothing was asked'])).toBe('nothing was asked')
  client.close()
  const next = await startPage({ url, storage })
  await next.comeBack()
  expect(
    await linkOf(next.kit, 'eip155', walletConnectId)?.reportedAtomic?.({ networkId, address }),
  ).toBe('supported')
})

test('reported support for batches is ignored if the batch methods are not granted or the properties are invalid', async () => {
  expect(await (await connect(properties, ['wallet_sendCalls'])).list()).toBeUndefined()
  expect(
    await (await connect({ sessionProperties: 'all', scopedProperties: [7, null] })).list(),
  ).toBeUndefined()
})

test('on a phone, sending a batch opens the wallet’s app, and reading its status does not', async () => {
  stubSafari()
  const opened: unknown[] = []
  Object.assign(startTestPage(), { open: (link: unknown) => opened.push(link) })
  const { provider, peer, topic } = await connect(properties, undefined, ({ kit }) =>
    rememberWallet(kit, { name: 'Pocket', mobile_link: 'pocket://' }),
  )
  const send = async (method: string) => {
    const request = provider().request({ method, params: [] })
    const { id } = await peer.nextRequest()
    await peer.send(topic, { id, jsonrpc: '2.0', result: method })
    expect(await request).toBe(method)
    return opened.splice(0).length
  }
  expect([await send('wallet_sendCalls'), await send('wallet_getCallsStatus')]).toEqual([1, 0])
})
