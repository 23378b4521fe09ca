/** The API and the relay of the program that operators install, and its page `/status`. */
import { axe, expect, test } from '../fixtures/test.ts'
import { changeAddresses } from '../support/changeAddresses.ts'
import { overflowing } from '../support/targets.ts'
import { connectButtonOf, modalOf, openAccount, visitConnected } from '../support/site.ts'
import { startServe } from '../support/startServe.ts'

test('`latchkey-serve` gives a site tokens, activity and phones, shows operators its health, and ends cleanly', async ({
  page,
  devnet,
}) => {
  const served = await startServe(devnet.chains['eip155:31337'] ?? '')
  const history = `${served.url}/v1/account/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/history?chainId=eip155:31337`
  await expect
    .poll(async () => (await fetch(history)).status, {
      message: 'the chain is indexed',
      timeout: 40_000,
    })
    .toBe(200)
  await changeAddresses(page, ({ wallet: _wallet, inbox: _inbox, ...rest }) => ({
    ...rest,
    api: served.url,
    relay: `${served.url.replace('http', 'ws')}/relay`,
  }))
  const requested = new Set<string>()
  page.on('request', (request) => requested.add(new URL(request.url()).origin))

  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await expect(modal.getByRole('tabpanel')).toContainText('USD Coin')
  await modal.getByRole('tab', { name: 'Activity' }).click()
  await expect(modal.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  expect(requested.has(served.url)).toBe(true)
  expect(requested.has(devnet.api)).toBe(false)

  await modal.getByRole('button', { name: 'Disconnect' }).click()
  await connectButtonOf(page).click()
  await modalOf(page)
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  // shown once the relay has stored the code
  await expect(modalOf(page).getByRole('img', { name: /^QR code/ })).toBeVisible()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${served.url}/status`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Node 127.0.0.1 of eip155:31337')
    expect(await axe(page)).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflowing(page.getByRole('main'))).toEqual([])
  expect(await served.close()).toBe(0)
})
