import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { wander } from '../support/developmentWallet.ts'
import { withOptions } from '../support/options.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openAccount,
  openConnect,
  visitConnected,
  walletRowOf,
} from '../support/site.ts'

/** The visitor's texts for each code with which a wallet answers a request to connect. */
const sentences: Record<number, string> = {
  [-32700]: 'Oracle could not read the request. Updating it may help.',
  [-32600]: 'Oracle could not read the request. Updating it may help.',
  [-32601]: 'Oracle cannot do this. Another wallet may.',
  [-32602]: 'Oracle did not accept the details of the request.',
  [-32603]: 'Oracle had a problem of its own. Trying again often helps.',
  [-32000]: 'Oracle did not accept the details of the request.',
  [-32001]: 'Oracle could not find what was asked for.',
  [-32002]: 'Oracle already has a request open',
  [-32003]: 'Oracle did not take the transaction. Nothing was sent.',
  [-32004]: 'Oracle cannot do this. Another wallet may.',
  [-32005]: 'Oracle has too much to do right now. Try again in a minute.',
  [-32006]: 'Oracle is too old for this. Updating it may help.',
  4001: 'Rejected in Oracle',
  4100: 'Oracle is locked',
  4200: 'Oracle cannot do this. Another wallet may.',
  4900: 'Oracle is not there any more',
  4901: 'Oracle cannot reach this network right now.',
  4902: 'Oracle does not know this network. Add it in its settings.',
  1: 'Oracle reported a problem. Trying again often helps.',
}

/**
 * Announces a wallet that fails with the code in `window.oracle`. Without a code there, it
 * connects. `isStuck`: the wallet cannot disconnect.
 */
async function announceOracle(page: Page, { isStuck = false } = {}): Promise<void> {
  await page.addInitScript((isStuck) => {
    const account = '0x00000000000000000000000000000000DeaDBeef'
    const answers: Record<string, unknown> = {
      eth_requestAccounts: [account],
      eth_accounts: [account],
      eth_chainId: '0x7a69',
    }
    const provider = {
      on() {},
      removeListener() {},
      async request({ method }: { method: string }) {
        const unknown = isStuck && method === 'wallet_revokePermissions' ? 4900 : 4200
        const code =
          method === 'eth_requestAccounts'
            ? Reflect.get(window, 'oracle')
            : method in answers
              ? undefined
              : unknown
        if (code !== undefined) throw Object.assign(new Error('Played by a test'), { code })
        return answers[method]
      },
    }
    const info = { uuid: crypto.randomUUID(), name: 'Oracle', rdns: 'example.oracle', icon: '' }
    window.addEventListener('eip6963:requestProvider', () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }),
      ),
    )
  }, isStuck)
}

const answerWith = (page: Page, code: number | undefined) =>
  page.evaluate((oracle) => void Object.assign(window, { oracle }), code)

test('each error code of a wallet shows its text, and the visitor can continue', async ({
  page,
  devnet,
}) => {
  test.slow() // because there are nineteen codes
  await announceOracle(page)
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  for (const [code, sentence] of Object.entries(sentences)) {
    await answerWith(page, Number(code))
    await walletRowOf(modal, /^Oracle/).click()
    await expect(modal, `code ${code}`).toContainText(sentence)
    await expect(
      modal.getByRole('button', { name: /^(Try again|Choose another wallet)$/ }),
    ).toBeVisible()
    await modal.getByRole('button', { name: 'Back' }).click()
    await expect(modal).toHaveAccessibleName('Connect wallet')
  }
  await answerWith(page, undefined)
  await walletRowOf(modal, /^Oracle/).click()
  await expect(accountButtonOf(page)).toBeVisible()
})

test('a wallet that fails to disconnect is removed, and the modal stays open and shows the failure', async ({
  page,
  devnet,
}) => {
  await announceOracle(page, { isStuck: true })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^Oracle/).click()
  await expect(modal).toBeHidden()
  await openAccount(page)
  await modal.getByRole('button', { name: 'Disconnect' }).click()
  await expect(modal.getByRole('status').filter({ hasText: 'Failed to disconnect' })).toBeVisible()
  await expect(modal).toHaveAccessibleName('Connect wallet')
  await page.keyboard.press('Escape')
  await expect(connectButtonOf(page)).toBeVisible()
})

test('if the site does not allow switching networks, a visitor on another network sees a message and can disconnect', async ({
  page,
  devnet,
}) => {
  await visitConnected(
    page,
    `${devnet.demo}/?wallet=approve&${withOptions({ enableNetworkSwitch: false })}`,
  )
  await wander(page)
  await page.getByRole('banner').getByRole('button', { name: 'Wrong network' }).last().click()
  const modal = modalOf(page)
  await expect(modal).toHaveAccessibleName('Network not supported')
  await expect(modal).toContainText(
    'This site does not work on the network your wallet is on. Change it in your wallet, or disconnect.',
  )
  await expect(modal.getByRole('list')).toHaveCount(0) // the visitor has no choice
  await page.keyboard.press('Escape')
  await expect(modal).toBeVisible()
  await modal.getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(connectButtonOf(page)).toBeVisible()
})

test.describe('alerts for the site’s developer', () => {
  const debug = `kit=${encodeURIComponent('{"debug":true}')}`
  const alertOf = (page: Page) => modalOf(page).getByRole('alert')

  const closures = {
    'Unauthorized: origin not allowed': 'Invalid App Configuration',
    'Unauthorized: invalid key': 'Invalid Project ID',
    'Unauthorized: project ID not specified': 'Project ID Not Configured',
    'JWT validation error: JWT Token is not yet valid': 'Session Expired',
  }
  test('a relay that closes with a reason shows an alert with that reason', async ({
    page,
    devnet,
  }) => {
    let reason = ''
    await page.routeWebSocket(
      (url) => url.href.startsWith(devnet.relay),
      (socket) => socket.close({ code: 3000, reason }),
    )
    const modal = await openConnect(page, `${devnet.demo}/?wallet=none&${debug}`)
    for (const [closure, title] of Object.entries(closures))
      await test.step(`${closure}: ${title}`, async () => {
        reason = closure
        await modal.getByRole('button', { name: /^WalletConnect/ }).click()
        await expect(alertOf(page)).toContainText(title)
        await expect(alertOf(page)).toContainText(reason)
        // the modal's own text, which is for visitors, stays
        await expect(modal).toContainText('The relay cannot be reached')
        await alertOf(page).getByRole('button', { name: 'Dismiss' }).click()
        await expect(alertOf(page)).toBeEmpty()
        await expect(modal).toContainText('The relay cannot be reached')
        await modal.getByRole('button', { name: 'Back' }).click()
        await expect(modal).toHaveAccessibleName('Connect wallet')
      })
    await test.step('without `debug` the visitor does not see the alert', async () => {
      reason = 'Unauthorized: invalid key'
      await openConnect(page, `${devnet.demo}/?wallet=none`)
      await modal.getByRole('button', { name: /^WalletConnect/ }).click()
      await expect(modal).toContainText('The relay cannot be reached')
      await expect(alertOf(page)).toBeHidden()
    })
  })

  test.describe('by a service', () => {
    test.use({ allowConsole: [/Failed to load resource/] })

    test('an API that refuses the project shows the alert Invalid Project ID, and a note that balances are missing', async ({
      page,
      devnet,
    }) => {
      await page.route(`${devnet.api}/v1/**`, (route) =>
        route.fulfill({
          status: 401,
          headers: { 'access-control-allow-origin': '*' },
          json: { status: 'FAILED', reasons: [{ description: 'Unknown project' }] },
        }),
      )
      const modal = await openConnect(page, `${devnet.demo}/?wallet=approve&${debug}`)
      await walletRowOf(modal).click()
      await expect(modal).toBeHidden()
      await openAccount(page)
      await expect(alertOf(page)).toContainText('Invalid Project ID')
      await expect(modal).toContainText('Some balances could not be read.')
    })
  })
})

test('a copy that never ends is cancelled after 5 s, and the screen reports it if it is still open', async ({
  page,
  devnet,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator.clipboard, 'writeText', { value: () => new Promise(() => {}) }),
  )
  await page.clock.install()
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  const messages = modal.locator('.toasts')
  await test.step('a visitor on the same screen sees the message', async () => {
    await modal.getByRole('button', { name: 'Copy address' }).click()
    await page.clock.runFor(5_000)
    await expect(messages).toHaveText('This browser does not allow copying')
    await page.clock.runFor(10_000)
    await expect(messages).toHaveText('')
  })
  await test.step('a visitor on another screen does not see the message', async () => {
    await modal.getByRole('button', { name: 'Copy address' }).click()
    await modal.getByRole('button', { name: /^Network/ }).click()
    await expect(modal).toHaveAccessibleName('Choose a network')
    await page.clock.runFor(5_000)
    await expect(messages).toHaveText('')
  })
})
