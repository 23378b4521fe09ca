/**
 * Tests of the codes that the kit shows. The test makes the wallets' messages itself and sends them
 * over a real relay.
 */
import { describe, expect, test } from 'vitest'
import { address, approve, granted, settleBy } from '../walletconnect/testing/approve.ts'
import { startPeer } from '../walletconnect/testing/startPeer.ts'
import { appOfSession } from './rememberWallet.ts'
import {
  ofSecond,
  second,
  solana,
  startConnected,
  startPage,
  stubSafari,
} from './startTestPhones.ts'

describe('pairing codes', () => {
  test('a stored code that is approved after an abort connects', async () => {
    stubSafari()
    const { url, show, connected } = await startPage()
    const { uri, connecting, goBack } = await show()
    goBack()
    expect(await connecting).toMatchObject({ code: 'requestAborted' })
    await approve(await startPeer(url), uri)
    await expect.poll(connected).toEqual({ walletConnect: address })
  })

  test('a stored code that is approved late adds a second phone next to the first', async () => {
    stubSafari()
    const { url, show, connected } = await startConnected()
    const other = await show()
    other.goBack()
    await other.connecting
    const topic = await approve(await startPeer(url), other.uri, ofSecond)
    await expect
      .poll(connected)
      .toEqual({ walletConnect: address, [`walletConnect:${topic}`]: second })
  })

  test('a phone that approves late without an account of this namespace is disconnected', async () => {
    stubSafari()
    const { url, show, connected, client } = await startPage()
    const { uri, connecting, goBack } = await show()
    goBack()
    await connecting
    const peer = await startPeer(url)
    await approve(peer, uri, { solana })
    expect(await peer.nextRequest()).toMatchObject({ method: 'wc_sessionDelete' })
    expect(client.sessions()).toEqual([])
    expect(connected()).toEqual({})
  })

  test('a phone that grants no account of this namespace rejects with `unauthorized` and is disconnected', async () => {
    const { url, show, client } = await startPage()
    const { uri, connecting } = await show()
    const peer = await startPeer(url)
    await approve(peer, uri, { solana })
    expect(await connecting).toMatchObject({ code: 'unauthorized' })
    expect(client.sessions()).toEqual([])
    expect(await peer.next()).toMatchObject({ method: 'wc_sessionDelete' })
  })

  test('a stored code is shown again until the phone refuses it', async () => {
    stubSafari()
    const { url, show } = await startPage()
    const attempt = async () => {
      const { uri, connecting, goBack } = await show()
      goBack()
      expect(await connecting).toMatchObject({ code: 'requestAborted' })
      return uri
    }
    const shown = await attempt()
    expect(await attempt()).toBe(shown)
    const { uri, connecting } = await show()
    expect(uri).toBe(shown)
    const peer = await startPeer(url)
    const { id, pairingTopic } = await peer.pair(uri)
    await peer.send(pairingTopic, { id, jsonrpc: '2.0', error: { code: 5000, message: 'no' } })
    expect(await connecting).toMatchObject({ code: 'userRejected' })
    expect(await attempt()).not.toBe(shown)
  })

  test('a code that is not stored is not shown again after its attempt', async () => {
    const { show } = await startPage()
    const codes = new Set<string>()
    for (let round = 0; round < 2; round++) {
      const { uri, connecting, goBack } = await show()
      codes.add(uri)
      goBack()
      expect(await connecting).toMatchObject({ code: 'requestAborted' })
    }
    expect(codes.size).toBe(2)
  })

  test('if another app was opened for the code, the app that answered is stored for the session', async () => {
    stubSafari()
    const { show, url, storage } = await startPage()
    const { uri, connecting } = await show()
    const peer = await startPeer(url)
    const scanned = await peer.pair(uri)
    storage.setItem(
      '@latchkey/walletconnect.deep-link',
      JSON.stringify({ name: 'Other', native: 'other://' }),
    )
    const topic = await settleBy(peer, scanned, granted, { native: 'peer://' })
    await connecting
    expect(appOfSession(storage, topic)).toEqual({ name: 'Peer', native: 'peer://' })
  })
})
