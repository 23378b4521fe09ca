/** The Connect screen with a site's options, the visitor's wallets and the catalogue. */
import type { KitOptions } from 'latchkey'
import { axe, expect, test } from '../fixtures/test.ts'
import { listOf, open } from '../support/connectScreen.ts'
import { behave } from '../support/developmentWallet.ts'
import { runTimers } from '../support/runTimers.ts'
import { withOptions } from '../support/options.ts'
import { script, startPhone } from '../support/phone.ts'
import { scan } from '../support/scan.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openAccount,
  openConnect,
  walletRowOf,
  withoutRelay,
} from '../support/site.ts'

const legal = {
  termsConditionsUrl: 'https://ferrylane.example.org/terms',
  privacyPolicyUrl: 'https://ferrylane.example.org/privacy',
}

test.describe('the list of wallets', () => {
  const own = [/^Development wallet/, /^Second wallet/, /^Pocket/]
  const wallets: [string, Partial<KitOptions>, readonly RegExp[]][] = [
    [
      'by default: phones, what is installed, the site’s own, one recommended to make four',
      {},
      [/^WalletConnect/, ...own, /^MetaMask/, /^All wallets/],
    ],
    [
      'another order',
      { features: { connectorTypeOrder: ['custom', 'injected', 'walletConnect'] } },
      [
        /^Pocket/,
        /^Development wallet/,
        /^Second wallet/,
        /^WalletConnect/,
        /^MetaMask/,
        /^All wallets/,
      ],
    ],
    [
      'featured wallets stand before the site’s own',
      { featuredWalletIds: ['io.rabby', 'Rainbow'] },
      [
        /^WalletConnect/,
        /^Development wallet/,
        /^Second wallet/,
        /^Rabby/,
        /^Rainbow/,
        /^Pocket/,
        /^All wallets/,
      ],
    ],
    [
      'excluded by id or name, the installed ones too',
      { excludeWalletIds: ['app.latchkey.SECOND', 'pocket', 'metamask', 'trust wallet'] },
      [
        /^WalletConnect/,
        /^Development wallet/,
        /^Phantom/,
        /^Base App/,
        /^OKX Wallet/,
        /^All wallets/,
      ],
    ],
    [
      'only those included, and the site’s own',
      { includeWalletIds: ['second wallet', 'me.rainbow'] },
      [/^WalletConnect/, /^Second wallet/, /^Pocket/, /^Rainbow/],
    ],
    [
      'no phones: nothing that needs one',
      { enableWalletConnect: false },
      [/^Development wallet/, /^Second wallet/],
    ],
    [
      'no list of all',
      { features: { allWallets: false } },
      [/^WalletConnect/, ...own, /^MetaMask/],
    ],
  ]
  test('has the wallets and the order that the site’s options set', async ({ page, devnet }) => {
    for (const [name, options, rows] of wallets)
      await test.step(name, async () => {
        const modal = await open(page, devnet.demo, options)
        await expect(await listOf(modal)).toHaveText([...rows])
      })
    await test.step('two wallets with the same name both show their ids', async () => {
      const modal = await open(page, devnet.demo, {
        customWallets: [
          { id: 'second', name: 'Second wallet', rdns: 'com.second', mobile_link: 'second://' },
        ],
      })
      await expect(walletRowOf(modal, /^Second wallet/)).toHaveText([
        /app\.latchkey\.second.*Installed$/,
        /com\.second$/,
      ])
    })
    await test.step('the site’s groups are listed first, each under its heading', async () => {
      const modal = await open(page, devnet.demo, {
        walletGroups: [
          { name: 'Ours', walletIds: ['pocket', 'Rainbow', 'app.latchkey.second'] },
          { name: 'By phone', walletIds: ['walletConnect', 'pocket'] },
        ],
        disclaimer: 'We never ask for your words.',
      })
      await expect(modal.getByRole('list', { name: 'Ours' }).getByRole('button')).toHaveText([
        /^Pocket/,
        /^Rainbow/,
        /^Second wallet/,
      ])
      await expect(modal.getByRole('list', { name: 'By phone' }).getByRole('button')).toHaveText([
        /^WalletConnect/,
      ])
      await expect(
        modal.getByRole('list', { name: 'Other wallets' }).getByRole('button'),
      ).toHaveText([/^Development wallet/, /^All wallets/])
      await expect(modal.getByRole('heading', { level: 3 })).toHaveText([
        'Ours',
        'By phone',
        'Other wallets',
      ])
      await expect(modal.getByText('We never ask for your words.')).toBeVisible()
    })
    await test.step('without any wallets the screen says so', async () => {
      const modal = await openConnect(
        page,
        `${devnet.demo}/?wallet=approve&${withOptions({ enableWallets: false })}`,
      )
      await expect(modal).toContainText('No way to connect yet')
      await expect(modal.getByRole('list')).toHaveCount(0)
    })
    await test.step('the row “All wallets” shows the number rounded down to tens, and opens the list', async () => {
      const modal = await open(page, devnet.demo)
      const { count } = (await (
        await page.request.get(`${devnet.api}/getWallets?chains=eip155:1`)
      ).json()) as { count: number } // the API's own tests check this form
      expect(count).toBeGreaterThan(100)
      await expect(modal.getByRole('button', { name: /^All wallets/ })).toHaveText(
        `All wallets${Math.floor(count / 10) * 10}+`,
      )
      await modal.getByRole('button', { name: /^All wallets/ }).click()
      await expect(modal).toHaveAccessibleName('All wallets')
      await modal.getByRole('button', { name: 'Back', exact: true }).click()
      await expect(modal).toHaveAccessibleName('Connect wallet')
    })
  })

  test('with `collapseWallets` is behind one button', async ({ page, devnet }) => {
    const modal = await openConnect(
      page,
      `${devnet.demo}/?wallet=approve&${withOptions({ features: { collapseWallets: true } })}`,
    )
    await expect(modal.getByRole('list')).toHaveCount(0)
    await expect(modal.getByRole('button', { name: 'Continue with a wallet' })).toBeFocused()
    await page.keyboard.press('Enter')
    await walletRowOf(modal, /^WalletConnect/).click()
    await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await modal.getByRole('button', { name: 'Back' }).click()
    await expect(modal).toHaveAccessibleName('Continue with a wallet')
    await walletRowOf(modal).click()
    await expect(accountButtonOf(page)).toBeVisible()
  })
})

test.describe('terms', () => {
  test('are linked at the bottom of the Connect screen', async ({ page, devnet }) => {
    const modal = await open(page, devnet.demo, legal)
    await expect(modal).toContainText(
      'By connecting a wallet, you agree to the terms of service and the privacy policy.',
    )
    await expect(modal.getByRole('link', { name: 'terms of service' })).toHaveAttribute(
      'href',
      legal.termsConditionsUrl,
    )
    await expect(modal.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
      'rel',
      'noreferrer',
    )
    await expect(modal.getByRole('checkbox')).toHaveCount(0)
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
  })

  test('have to be accepted before the visitor can connect, by keyboard alone', async ({
    page,
    devnet,
  }) => {
    const modal = await openConnect(
      page,
      `${devnet.demo}/?wallet=approve&${withOptions({ ...legal, features: { legalCheckbox: true } })}`,
    )
    const agree = modal.getByRole('checkbox', {
      name: 'I agree to the terms of service and the privacy policy.',
    })
    await expect(agree).toBeFocused()
    await expect(agree).toHaveAccessibleDescription('Tick this first to choose how to connect.')
    await expect(modal.locator('.connect-methods')).toHaveAttribute('inert')
    // wait for the code of the focus trap: when it loads late, it moves the focus back into the
    // modal
    await expect(modal.locator('.toasts')).toBeAttached()
    const reached = new Set<string>()
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab')
      reached.add(
        await page.evaluate(() => {
          let element = document.activeElement
          while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
          return element === document.body
            ? 'the browser'
            : (element?.getAttribute('aria-label') ?? element?.textContent ?? '')
        }),
      )
    }
    expect([...reached].filter((name) => name !== 'the browser').toSorted()).toEqual([
      '',
      'Close',
      'What is a wallet?',
      'privacy policy',
      'terms of service',
    ])
    await modal.getByText('Development wallet').click({ force: true })
    await expect(modal).toHaveAccessibleName('Connect wallet')
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])

    await agree.focus()
    await page.keyboard.press('Space')
    await expect(agree).toBeChecked()
    await behave(page, 'hang')
    await walletRowOf(modal).focus()
    await page.keyboard.press('Enter')
    await expect(modal).toContainText('Continue in Development wallet')
    await modal.getByRole('button', { name: 'Back' }).press('Enter')
    await expect(agree).toBeChecked()
    await page.keyboard.press('Escape')
    await connectButtonOf(page).press('Enter')
    await expect(agree).not.toBeChecked()
    await agree.press('Space')
    await behave(page, 'approve')
    await walletRowOf(modal).focus()
    await page.keyboard.press('Enter')
    await expect(accountButtonOf(page)).toBeVisible()
  })

  test('without a URL of terms there is no checkbox, and the site’s developer gets an alert', async ({
    page,
    devnet,
    guard,
  }) => {
    const modal = await open(page, devnet.demo, { debug: true, features: { legalCheckbox: true } })
    await expect(modal.getByRole('checkbox')).toHaveCount(0)
    await expect(walletRowOf(modal)).toBeEnabled()
    await expect(modal.getByRole('alert')).toContainText(
      'Option "features.legalCheckbox" has nothing to agree to. Pass termsConditionsUrl, privacyPolicyUrl or both.',
    )
    expect(guard.takeProblems().join()).toContain('has nothing to agree to')
  })
})

test.describe('recent wallets', () => {
  test('an installed wallet is listed first at the next visit', async ({ page, devnet }) => {
    const modal = await open(page, devnet.demo)
    await walletRowOf(modal, /^Second wallet/).click()
    await expect(accountButtonOf(page)).toBeVisible()
    await (await openAccount(page)).getByRole('button', { name: 'Disconnect' }).click()
    await connectButtonOf(page).click()
    await expect((await listOf(modal)).nth(1)).toHaveText('Second walletRecent')
    await expect(walletRowOf(modal, /^Second wallet/)).toHaveCount(1)
  })

  test.describe('a catalogue wallet that connected by phone', () => {
    test.use({ allowConsole: [/Failed to load resource|ERR_CONNECTION_REFUSED/] })

    test('is listed at the next visit, even without the API', async ({ page, browser, devnet }) => {
      const phone = await startPhone(browser, devnet)
      const modal = await open(page, devnet.demo)
      await walletRowOf(modal, /^MetaMask/).click()
      await expect(modal).toHaveAccessibleName('MetaMask')
      await script(phone, 'pair', await scan(page))
      await script(phone, 'approve')
      await expect(accountButtonOf(page)).toBeVisible()
      await expect(modal).toBeHidden()
      await (await openAccount(page)).getByRole('button', { name: 'Disconnect' }).click()
      await expect(connectButtonOf(page)).toBeVisible()

      await page.route(`${devnet.api}/**`, (route) => route.abort('connectionrefused'))
      await page.reload()
      await connectButtonOf(page).click()
      await expect((await listOf(modal)).nth(1)).toHaveText('MetaMaskRecent')
      await walletRowOf(modal, /^MetaMask/).click()
      await expect(modal).toHaveAccessibleName('MetaMask')
      await expect(modal.getByRole('img', { name: 'QR code that connects MetaMask' })).toBeVisible()
    })
  })

  test('invalid stored wallets are ignored', async ({ page, devnet }) => {
    const hostile = {
      mobile_link: 'javascript:alert(1)',
      link_mode: ['https://evil.example'],
      app_store: 'data:text/html,x',
      image_url: 7,
    }
    const stored = [
      { id: 'evil', name: '<b>Evil</b>', homepage: 'https://evil.example', ...hostile },
      { id: 'worse', name: 'Nothing left', ...hostile },
    ]
    await page.addInitScript((wallets) => {
      localStorage.setItem('@latchkey/version', '1')
      localStorage.setItem('@latchkey/recent-wallets', wallets)
    }, JSON.stringify(stored))
    const modal = await open(page, devnet.demo)
    await expect(walletRowOf(modal, '<b>Evil</b>')).toBeVisible()
    await expect(walletRowOf(modal, 'Nothing left')).toHaveCount(0)
    await walletRowOf(modal, '<b>Evil</b>').click()
    await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expect(modal.locator('a:not([href^="https:"])')).toHaveCount(0)
  })
})

test('the request for a wallet’s picture has no referrer', async ({ page, devnet }) => {
  const picture = `${devnet.api}/picture.svg`
  await page.route(picture, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" />',
    }),
  )
  const pictureRequest = page.waitForRequest(picture)
  await open(page, devnet.demo, {
    customWallets: [
      { id: 'pictured', name: 'Pictured', image_url: picture, mobile_link: devnet.phone },
    ],
  })
  const headers = await (await pictureRequest).allHeaders()
  expect(headers).toHaveProperty('user-agent')
  expect(headers).not.toHaveProperty('referer')
})

test('without an installed wallet and a relay the screen says where to get a wallet', async ({
  page,
  devnet,
}) => {
  await withoutRelay(page)
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await expect(modal).toContainText('No wallet in this browser yet')
  await modal.getByRole('button', { name: 'Get a wallet' }).click()
  await expect(
    modal.getByRole('list', { name: 'Wallets to get' }).getByRole('listitem'),
  ).toHaveText([/^MetaMask/, /^Trust Wallet/, /^Phantom/, /^Base App/])
})

test('a wallet with two namespaces has one row, and the modal asks once which account to connect', async ({
  page,
  devnet,
}) => {
  await page.goto(`${devnet.demo}/screens?screen=connect-a-wallet-of-two-namespaces`)
  const modal = modalOf(page)
  await expect(walletRowOf(modal, /^MetaMask/)).toHaveCount(1)
  await walletRowOf(modal, /^MetaMask/).click()
  await expect(modal).toHaveAccessibleName('Which account?')
  await expect(modal.getByRole('listitem')).toHaveText([/^Ethereum.*Latchkey Devnet/, /^Solana/])
  await modal.getByRole('button', { name: /^Solana/ }).click()
  await expect(modal).toHaveAccessibleName('Connecting')
  await expect
    .poll(async () => {
      await runTimers(page)
      return page.evaluate(() => {
        const { sessions, namespace } = window.latchkeyScreen?.getState() ?? {}
        return [namespace, sessions?.solana?.status, sessions?.eip155?.status ?? 'disconnected']
      })
    })
    .toEqual(['solana', 'connected', 'disconnected'])
})
