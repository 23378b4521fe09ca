import { expect, test } from 'vitest'
import { KitError } from '../core/errors/KitError.ts'
import { announceWallet } from './announceWallet.ts'
import { createSolanaWallet } from './solana/solanaWallet.ts'

const errorOf = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

test('without a page, announcing a wallet throws an error with advice', () => {
  for (const announce of [
    () => createSolanaWallet().register(),
    () => announceWallet({ info: {}, provider: {} }),
  ]) {
    const error = errorOf(announce)
    expect(KitError.is(error, 'optionInvalid')).toBe(true)
    expect(error).toMatchObject({
      message:
        'Option "window" is missing: this is no page. Run the test with a DOM, such as happy-dom, or set globalThis.window to a new EventTarget() before the kit starts.',
    })
  }
})

test('an event target can replace the page when a Solana wallet is registered', () => {
  const page = new EventTarget()
  const taken: unknown[] = []
  page.addEventListener('wallet-standard:register-wallet', (event) =>
    (event as CustomEvent<(api: object) => void>).detail({
      register: (wallet: unknown) => (taken.push(wallet), () => void taken.pop()),
    }),
  )
  const { wallet, register } = createSolanaWallet()
  const leave = register(page)
  expect(taken).toEqual([wallet])
  leave()
  expect(taken).toEqual([])
})
