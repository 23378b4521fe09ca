import { stringToHex, verifyMessage } from 'viem'
import { expect, test } from 'vitest'
import type { Consent } from './consent.ts'
import { createHeadlessWallet } from './headlessWallet.ts'
import { refused } from './providerError.ts'

const first = { id: 31337, name: 'First', rpcUrl: 'http://127.0.0.1:1' }
const second = { id: 31338, name: 'Second', rpcUrl: 'http://127.0.0.1:1' }

function startWallet() {
  const wallet = createHeadlessWallet({ count: 2 })
  const [mine, other] = wallet.accounts.map(({ address }) => address)
  if (!mine || !other) throw new Error('two accounts were asked for')
  const consents: Consent[] = []
  const ask = async (consent: Consent) => {
    consents.push(consent)
    return {}
  }
  return {
    wallet,
    mine,
    other,
    consents,
    site: { origin: 'site.example', permitted: [mine], chain: first, chains: [first, second], ask },
  }
}

test('the headless wallet signs with an account that the site has permission for', async () => {
  const { wallet, mine, consents, site } = startWallet()
  const { result } = await wallet.request({
    ...site,
    method: 'personal_sign',
    params: [stringToHex('Hello'), mine],
  })
  expect(
    await verifyMessage({ address: mine, message: 'Hello', signature: result as `0x${string}` }),
  ).toBe(true) // `personal_sign` returns hex
  expect(consents).toMatchObject([{ type: 'sign', origin: 'site.example', text: 'Hello' }])
})

test('a request for an account without permission rejects with 4100', async () => {
  const { wallet, other, consents, site } = startWallet()
  await expect(
    wallet.request({ ...site, method: 'personal_sign', params: ['0x00', other] }),
  ).rejects.toMatchObject({ code: 4100 })
  expect(consents).toEqual([])
})

test('a network switch returns the new chain', async () => {
  const { wallet, site } = startWallet()
  const answer = await wallet.request({
    ...site,
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: '0x7a6a' }],
  })
  expect(answer).toEqual({ result: null, chain: second, chains: [first, second] })
})

test('if the user refuses, the request rejects with 4001', async () => {
  const { wallet, mine, site } = startWallet()
  const request = wallet.request({
    ...site,
    ask: () => Promise.reject(refused()),
    method: 'personal_sign',
    params: ['0x00', mine],
  })
  await expect(request).rejects.toMatchObject({ code: 4001 })
})
