import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openConnect,
  walletRowOf,
  withoutRelay,
} from '../support/site.ts'

test.beforeEach(({ page }) => withoutRelay(page))

const account = '0x00000000000000000000000000000000DeaDBeef'

/** Sets a wallet at `window.ethereum` that does not announce itself, with these flags. */
async function putLegacy(
  page: Page,
  flags: readonly string[],
  parts: { announces?: string; isHostile?: boolean } = {},
): Promise<void> {
  await page.addInitScript(
    ({ flags, account, announces, isHostile }) => {
      let isAllowed = false
      const answers: Record<string, () => unknown> = {
        eth_chainId: () => '0x7a69',
        eth_accounts: () => (isAllowed ? [account] : []),
        eth_requestAccounts: () => {
          isAllowed = true
          return [account]
        },
      }
      const honest = {
        on() {},
        removeListener() {},
        async request({ method }: { method: string }) {
          const answer = answers[method]
          if (!answer) throw Object.assign(new Error('no'), { code: 4200 })
          return answer()
        },
        ...Object.fromEntries(flags.map((flag) => [flag, true])),
      }
      const hostile = new Proxy(
        {},
        {
          get() {
            throw new Error('trap')
          },
          has() {
            throw new Error('trap')
          },
          ownKeys() {
            throw new Error('trap')
          },
        },
      )
      const ethereum = isHostile ? hostile : honest
      Object.defineProperty(window, 'ethereum', { configurable: true, get: () => ethereum })
      if (!announces) return
      const announce = () =>
        window.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', {
            detail: {
              info: { uuid: crypto.randomUUID(), name: 'Announced', rdns: announces, icon: '' },
              provider: ethereum,
            },
          }),
        )
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    { flags, account, ...parts },
  )
}

const rowsOf = (page: Page) =>
  modalOf(page).getByRole('list', { name: 'Wallets' }).getByRole('listitem')
const walletsOf = (page: Page) =>
  rowsOf(page).filter({ hasText: /Trust Wallet|Browser wallet|Announced|Development wallet/ })

test('a legacy wallet is listed by its known name, and connects', async ({ page, devnet }) => {
  await putLegacy(page, ['isTrust', 'isMetaMask'])
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^Trust Wallet/).click()
  await expect(accountButtonOf(page)).toHaveText('0x00…aDBeef')
})

test('a legacy wallet without a known name is listed as “Browser wallet”, and not at all if another wallet announces itself', async ({
  page,
  devnet,
}) => {
  await putLegacy(page, [])
  await openConnect(page, `${devnet.demo}/?wallet=none`)
  await expect(walletsOf(page)).toHaveText([/^\s*Browser wallet/])
  await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await expect(walletsOf(page)).toHaveText([/Development wallet/])
  await test.step('a legacy wallet that always throws does not affect other wallets', async () => {
    await putLegacy(page, [], { isHostile: true })
    const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
    await expect(page.evaluate(() => Reflect.get(window, 'ethereum').isMetaMask)).rejects.toThrow(
      'trap',
    )
    await walletRowOf(modal).click()
    await expect(accountButtonOf(page)).toBeVisible()
  })
})

test('a legacy wallet that also announces itself is listed once', async ({ page, devnet }) => {
  await putLegacy(page, ['isTrust'], { announces: 'com.example.announced' })
  await openConnect(page, `${devnet.demo}/?wallet=none`)
  await expect(walletsOf(page)).toHaveText([/Announced/])
})

test.describe('in a wallet’s own browser, on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36',
  })

  test('a press on the Connect button connects that wallet at once', async ({ page, devnet }) => {
    await test.step('an unknown wallet is not connected at once: the visitor has to choose it', async () => {
      await putLegacy(page, [])
      const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
      await expect(walletRowOf(modal, /^Browser wallet/)).toBeVisible()
    })
    await putLegacy(page, ['isTrust'])
    await page.goto(`${devnet.demo}/?wallet=none`)
    await connectButtonOf(page).tap()
    await expect(accountButtonOf(page)).toHaveText('0x00…aDBeef')
    await expect(modalOf(page)).toBeHidden()
  })

  test('a press on the Connect button requests an announced wallet at once, and Back leads to the list', async ({
    page,
    devnet,
  }) => {
    await page.addInitScript(() => {
      const provider = {
        on() {},
        removeListener() {},
        request: () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })),
      }
      const announce = () =>
        window.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', {
            detail: {
              info: { uuid: crypto.randomUUID(), name: 'MetaMask', rdns: 'io.metamask', icon: '' },
              provider,
            },
          }),
        )
      window.addEventListener('eip6963:requestProvider', announce)
    })
    await page.goto(`${devnet.demo}/?wallet=none`)
    await connectButtonOf(page).tap()
    const modal = modalOf(page)
    await expect(modal).toContainText('Rejected in MetaMask')
    await modal.getByRole('button', { name: 'Back' }).tap()
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await expect(walletRowOf(modal, /^MetaMask/)).toBeVisible()
    // the wallet's screen does not open again
    await expect(modal).toHaveAccessibleName('Connect wallet')
  })
})
