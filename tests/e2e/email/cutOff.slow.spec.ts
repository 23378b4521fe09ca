/**
 * A site with the header `Cross-Origin-Opener-Policy: same-origin`, which severs its windows.
 * For logins and approvals the site's tab leaves for the wallet's page, and returns to the site.
 * Before it leaves, the modal announces this.
 */
import type { Page } from '@playwright/test'
import { getBalance } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { readToEnd } from '../support/approvals.ts'
import { addressOn, agree, companyOf, companyPage, openLogins } from '../support/companyLogin.ts'
import { chainOf } from '../support/holdings.ts'
import { review } from '../support/send.ts'
import { accountButtonOf, modalOf, openConnect } from '../support/site.ts'

test.setTimeout(120_000)
test.use({ allowConsole: [/40\d .*v1\/|postMessage|ERR_FAILED/] })

const networkId = 'eip155:31337'
const friend = addressOf('newcomer')
const sentence = /continue in this tab, and bring you back here/

/** Records the modal's messages, because the tab may have left the page when a test looks. */
async function followMessages(page: Page): Promise<string[]> {
  const messages: string[] = []
  await page.exposeFunction('noteMessage', (text: string) => void messages.push(text))
  await page.addInitScript(() => {
    setInterval(() => {
      const text = [...document.querySelectorAll('body > [data-latchkey]')]
        .map((host) => host.shadowRoot?.querySelector('.toasts')?.textContent ?? '')
        .join('')
      // `exposeFunction` above adds this function
      if (text) void (window as unknown as { noteMessage(text: string): void }).noteMessage(text)
    }, 50)
  })
  return messages
}

test('on a page with `same-origin` opener policy, a login with Google announces that it continues in this tab, opens no window, and returns with an account', async ({
  page,
  mailed,
}) => {
  let windows = 0
  page.on('popup', () => windows++)
  const messages = await followMessages(page)
  const modal = await openLogins(page, { demo: mailed.cutOff.demo })
  expect(
    await page.evaluate(async () =>
      (await fetch(location.href, { method: 'HEAD' })).headers.get('cross-origin-opener-policy'),
    ),
  ).toBe('same-origin')
  await companyOf(modal, 'Google').click()
  await expect(companyPage(page, 'Google')).toBeVisible()
  expect(messages.join()).toMatch(sentence)
  await agree(page, 'cut-off@example.org')
  expect(await addressOn(page)).not.toBe('')
  expect(new URL(page.url()).origin).toBe(mailed.cutOff.demo)
  await expect(modalOf(page)).toBeHidden()
  expect(page.context().pages()).toHaveLength(1)
  // the press may have opened a window, which was closed before it showed a page
  expect(windows).toBeLessThanOrEqual(1)
})

test('on a page with `same-origin` opener policy, a login and an approval of a foreign site announce that they use this tab, and return', async ({
  page,
  mailed,
  devnet,
}) => {
  const chain = chainOf(devnet, networkId)
  const messages = await followMessages(page)
  await test.step('the login', async () => {
    const modal = await openConnect(page, `${mailed.cutOff.shop}/?shown=query#part`)
    await modal.getByRole('textbox', { name: 'E-mail address' }).fill('cut-off-shop@example.org')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
    expect(messages.join()).toMatch(sentence)
    await page
      .getByLabel('Code from the e-mail')
      .fill(await mailed.codeTo('cut-off-shop@example.org'))
    await page.waitForURL(`${mailed.cutOff.shop}/?shown=query#part`)
  })
  const address = (await addressOn(page)) as `0x${string}` // addressOn matches this form
  await chain.request({
    method: 'anvil_setBalance',
    params: [address, '0x8ac7230489e80000'],
  } as never) // viem's types lack this method, which only development chains have
  const before = await getBalance(chain, { address: friend })

  await test.step('after a reload a transfer is approved in this tab, and paid once', async () => {
    await page.reload()
    await accountButtonOf(page).click()
    const modal = modalOf(page)
    await modal.getByRole('button', { name: 'Send' }).click()
    await review(modal, { amount: '0.5', to: friend })
    messages.length = 0
    await modal.getByRole('button', { name: /^Send/ }).click()
    await page.waitForURL((url) => url.origin === new URL(mailed.wallet).origin)
    expect(messages.join()).toMatch(sentence)
    await expect(page.getByText('0.5 ETH').first()).toBeVisible()
    await readToEnd(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL(
      (url) => url.origin === mailed.cutOff.shop && !url.hash.includes('latchkey'),
    )
    await expect(
      modalOf(page).getByRole('status').filter({ hasText: 'Sent. You find it in your activity.' }),
    ).toBeVisible()
    await expect
      .poll(() => getBalance(chain, { address: friend }))
      .toBe(before + 500_000_000_000_000_000n)
    await page.keyboard.press('Escape')
  })

  await test.step('a request by the site’s own button is also announced, and the visitor declines it in the tab', async () => {
    messages.length = 0
    await page.getByRole('button', { name: 'Send 0.005 ETH' }).click()
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    expect(messages.join()).toMatch(sentence)
    await expect(
      modalOf(page)
        .getByRole('status')
        .filter({ hasText: /declined/ }),
    ).toBeVisible()
    expect(page.context().pages()).toHaveLength(1)
  })
})
