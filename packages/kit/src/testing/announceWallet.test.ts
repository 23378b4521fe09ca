import { expect, onTestFinished, test } from 'vitest'
import { announceWallet } from './announceWallet.ts'
import { createDevelopmentWallet } from './developmentWallet.ts'

const chain = { id: 31337, name: 'Devnet', rpcUrl: 'http://127.0.0.1:8545' }

function makePage() {
  const window = new EventTarget()
  const found: unknown[] = []
  window.addEventListener('eip6963:announceProvider', (event) =>
    found.push(event instanceof CustomEvent && event.detail),
  )
  return { window, found, search: () => window.dispatchEvent(new Event('eip6963:requestProvider')) }
}

test('the wallet announces itself at once and on each request, until it is closed', () => {
  const { window, found, search } = makePage()
  const wallet = createDevelopmentWallet({ chains: [chain], window })
  const end = wallet.announce()
  search()
  expect(found).toEqual([
    { info: wallet.info, provider: wallet.provider },
    { info: wallet.info, provider: wallet.provider },
  ])
  expect(found.every((detail) => Object.isFrozen(detail))).toBe(true)
  end()
  search()
  expect(found).toHaveLength(2)
})

test('a wallet that has disappeared does not announce itself', () => {
  const { window, found, search } = makePage()
  const wallet = createDevelopmentWallet({ chains: [chain], window, behaviour: 'disappear' })
  onTestFinished(wallet.close)
  wallet.announce()
  search()
  expect(found).toEqual([])
  wallet.setBehaviour('approve')
  expect(found).toHaveLength(1)
  wallet.disappear()
  search()
  expect(found).toHaveLength(1)
})

test('`announceWallet` announces any content', () => {
  const { window, found } = makePage()
  onTestFinished(
    announceWallet(
      { info: { name: '<b>Wallet</b>', icon: 'javascript:alert(1)' }, provider: null },
      window,
    ),
  )
  expect(found).toEqual([
    { info: { name: '<b>Wallet</b>', icon: 'javascript:alert(1)' }, provider: null },
  ])
})
