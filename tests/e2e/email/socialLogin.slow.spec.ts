/** Logins with accounts of companies: the real wallet, fake companies, and failures on the way. */
import type { Page } from '@playwright/test'
import { startSocial } from '@latchkey/protocol/walletServer'
import { getTransactionCount } from 'viem/actions'
import { expect, test } from '../fixtures/test.ts'
import { pressSeen, readToEnd } from '../support/approvals.ts'
import {
  addressOn,
  agree,
  approveBrowser,
  choosePassword,
  companyOf,
  companyPage,
  frameOf,
  logInAndReload,
  logInBy,
  openLogins,
  press,
  windowOf,
} from '../support/companyLogin.ts'
import { chainOf } from '../support/holdings.ts'
import { openProfile } from '../support/profile.ts'
import { readCode } from '../support/readCode.ts'
import { modalOf } from '../support/site.ts'

test.setTimeout(120_000)
// the browser logs every failed answer, and each message without a receiver
test.use({ allowConsole: [/40\d .*v1\/|ERR_FAILED|ERR_INTERNET_DISCONNECTED|postMessage/] })

/** An unknown origin: neither the demo, nor the wallet, nor a company. */
const foreign = 'http://foreign.localhost:9/'

/**
 * Posts a message from a frame and a window of the unknown origin to the page and to every frame in
 * it.
 */
async function sendForged(page: Page, message: object): Promise<void> {
  const script = `const [site, message] = [opener ?? parent, ${JSON.stringify(message)}]
    site.postMessage(message, '*')
    for (let at = 0; at < site.length; at++) site[at].postMessage(message, '*')
    document.title = 'told'`
  await page.context().route(foreign, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script>${script}</script>`,
    }),
  )
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    foreign,
  )
  await expect
    .poll(() =>
      page
        .frames()
        .find((one) => one.url() === foreign)
        ?.title(),
    )
    .toBe('told')
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => void open(url), foreign),
  ])
  await expect(window).toHaveTitle('told')
  await window.close()
}

for (const company of ['X', 'Discord', 'GitHub', 'Apple', 'Facebook']) {
  test(`a login with ${company} gives an account, and the same account after a reload`, ({
    page,
    mailed,
  }) => logInAndReload(page, mailed, company))
}

test('a login with Google ignores forged results of a foreign frame and a foreign window; then a transaction is approved in the frame and mined', async ({
  page,
  mailed,
  devnet,
}) => {
  const begun = page.waitForResponse(
    (response) =>
      response.url().endsWith(startSocial.path) && response.request().method() === 'POST',
  )
  const login = await press(page, mailed, 'Google')
  const { id } = (await (await begun).json()) as { id: string } // the service answers in this form
  await sendForged(page, {
    type: '@latchkey/social',
    id,
    result: 'x'.repeat(43),
    resultUri: `${mailed.wallet}/social/done?id=${id}`,
  })
  await expect(modalOf(page)).toContainText('Continue in Google')
  await agree(login, 'payer@example.org')
  const address = (await addressOn(page)) as `0x${string}` // addressOn matches this form
  const chain = chainOf(devnet, 'eip155:31337')
  await chain.request({
    method: 'anvil_setBalance',
    params: [address, '0x8ac7230489e80000'],
  } as never) // viem's types lack this method, which only development chains have
  await expect(modalOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Send 0.005 ETH' }).click()
  await readToEnd(frameOf(page))
  await frameOf(page).getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => getTransactionCount(chain, { address }), { timeout: 30_000 }).toBe(1)
})

test('if the visitor declines at the company or closes the window, or if the browser blocks it, a message says so and a retry works', async ({
  page,
  mailed,
}) => {
  const modal = modalOf(page)
  await test.step('a login that the visitor declines at the company is reported', async () => {
    const login = await press(page, mailed, 'Google')
    await expect(modal).toContainText('Continue in Google')
    await login.getByRole('button', { name: 'Cancel' }).click()
    await expect(modal).toContainText('Declined in Google')
  })
  await test.step('a retry opens another window; when the visitor closes it, a message says so', async () => {
    const login = await windowOf(modal.getByRole('button', { name: 'Try again' }), 'Google')
    await login.close()
    await expect(modal).toContainText('The window was closed')
    await expect(modal.getByRole('button', { name: 'Continue in this tab' })).toBeVisible()
  })
  await test.step('Back closes the window', async () => {
    const login = await windowOf(modal.getByRole('button', { name: 'Try again' }), 'Google')
    const closed = login.waitForEvent('close')
    await modal.getByRole('button', { name: 'Back' }).click()
    await closed
  })
  await test.step('if the browser blocks the window, this tab opens the company’s page and returns with an account', async () => {
    await page.evaluate(() => void (window.open = () => null))
    await companyOf(modal, 'Google').click()
    await expect(modal).toContainText('The window did not open')
    await modal.getByRole('button', { name: 'Continue in this tab' }).click()
    await expect(companyPage(page, 'Google')).toBeVisible()
    await agree(page, 'thistab@example.org')
    expect(await addressOn(page)).not.toBe('')
    expect(page.url()).not.toContain('latchkey-login')
    await expect(modal).toBeHidden()
  })
})

test('a login result of another origin is ignored, and a window that the company’s page cuts off is reported', async ({
  page,
  mailed,
}) => {
  const modal = modalOf(page)
  const email = 'cutoff@example.org'
  await test.step('a result that the page itself posts has no effect; a window that posts a result from another origin is closed', async () => {
    const login = await press(page, mailed, 'GitHub')
    const resultUri = `${mailed.wallet}/social/done?id=4f9b8a52-6a0e-4c0f-9a56-1f0f5b3f8f10`
    await page.evaluate((forged) => window.postMessage({ resultUri: forged }, '*'), resultUri)
    await expect(modal).toContainText('Continue in GitHub')
    await login.evaluate(
      (forged) => (window.opener as Window).postMessage({ resultUri: forged }, '*'),
      resultUri,
    ) // the site has opened this window, so there is an opener
    await expect(modal).toContainText('That was not your wallet')
  })
  await test.step('a window that is cut off counts as closed; it shows its result, and a login in this tab gives an account', async () => {
    await page.context().route(
      '**/github/authorize?*',
      async (route) => {
        const response = await route.fetch()
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' },
        })
      },
      { times: 1 },
    )
    const login = await windowOf(modal.getByRole('button', { name: 'Try again' }), 'GitHub')
    await expect(modal).toContainText('The window was closed')
    await agree(login, email)
    await expect(login.getByRole('main')).toContainText('the login cannot end here')
    await expect(modal.getByRole('button', { name: 'Try again' })).toBeVisible()
    await modal.getByRole('button', { name: 'Continue in this tab' }).click()
    await expect(companyPage(page, 'GitHub')).toBeVisible()
    await agree(page, email)
    expect(await addressOn(page)).not.toBe('')
    await expect(modal).toBeHidden()
  })
})

test('a second login with the same verified address can join the account or stay separate, as the visitor chooses', async ({
  page,
  browser,
  mailed,
}) => {
  const email = 'joined@example.org'
  const address = await logInBy(page, mailed, 'Google', email)
  for (const [company, choice] of [
    ['GitHub', 'join'],
    ['Discord', 'separate'],
  ] as const) {
    const context = await browser.newContext()
    const other = await context.newPage()
    await agree(await press(other, mailed, company), email)
    const frame = frameOf(other)
    await expect(
      frame.getByRole('heading', { name: 'You already have a wallet here' }),
    ).toBeVisible()
    if (choice === 'join') {
      const question = frame.getByRole('main')
      const firstState = question.evaluate(
        (main) =>
          new Promise((resolve) => {
            const look = () =>
              [...main.querySelectorAll('button')]
                .filter(({ textContent }) => textContent.includes('Google'))
                .forEach(({ ariaDisabled }) =>
                  resolve([ariaDisabled, getComputedStyle(main).pointerEvents]),
                )
            new MutationObserver(look).observe(main, { childList: true, subtree: true })
          }),
      )
      await pressSeen(frame.getByRole('button', { name: 'Open that wallet' }))
      expect(
        await firstState,
        'a press for the screen before, or for one that the page has yet to move, does not count',
      ).toEqual(['true', 'none'])
      await agree(
        await windowOf(frame.getByRole('button', { name: /Continue with .*Google/ }), 'Google'),
        email,
      )
      await approveBrowser(other, mailed, email)
      await pressSeen(frame.getByRole('button', { name: 'Ask the vault' }))
      await mailed.mailTo(email, /about to be recovered/) // the vault's delay begins with this mail
      mailed.pass(10_000)
      expect(await addressOn(other)).toBe(address)
    } else {
      await pressSeen(frame.getByRole('button', { name: 'Keep them separate' }))
      const separate = await addressOn(other)
      expect(separate).toMatch(/^0x/)
      expect(separate).not.toBe(address)
    }
    await context.close()
  }
})

test('a login with Farcaster’s code gives an account, and a later login joins it once the account has an e-mail address', async ({
  page,
  browser,
  mailed,
}) => {
  const modal = await openLogins(page, mailed)
  await companyOf(modal, 'Farcaster').click()
  const uri = await readCode(modal.getByRole('img', { name: /QR code/ }))
  await page.context().setOffline(true) // the approval arrives while the page is offline
  await mailed.farcaster.approve(uri) // the fake person is called Lena
  await page.context().setOffline(false)
  await choosePassword(page)
  const address = await addressOn(page)
  expect(address).not.toBe('')
  await expect(modal).toBeHidden()

  await test.step('Farcaster reports no address: a person with the same name and address at Google gets a separate wallet without a question', async () => {
    const other = await (await browser.newContext()).newPage()
    const login = await press(other, mailed, 'Google')
    await login.getByRole('button', { name: 'Continue' }).click() // this person is called Lena, too
    expect(await addressOn(other)).not.toBe(address)
    await other.context().close()
  })

  const email = 'ferry@example.org'
  await test.step('the account gets an address in its settings', async () => {
    await (await openProfile(page)).getByRole('button', { name: 'Wallet settings' }).click()
    const frame = frameOf(page)
    await frame.getByRole('button', { name: /^E-mail/ }).click()
    await frame.getByLabel('New e-mail address').fill(email)
    await pressSeen(frame.getByRole('button', { name: 'Mail the code' }))
    await frame.getByLabel('Code from the e-mail').fill(await mailed.codeTo(email))
    await expect(frame.getByText('Address changed')).toBeVisible()
  })

  await test.step('a login by GitHub with that address is asked to join, and opens the account by a code', async () => {
    mailed.pass(31_000)
    const other = await (await browser.newContext()).newPage()
    await agree(await press(other, mailed, 'GitHub'), email)
    const frame = frameOf(other)
    await expect(
      frame.getByRole('heading', { name: 'You already have a wallet here' }),
    ).toBeVisible()
    await expect(frame.getByText(/your e-mail address or Farcaster/)).toBeVisible()
    await pressSeen(frame.getByRole('button', { name: 'Mail a code, and open that wallet' }))
    await frame.getByLabel('Code from the e-mail').fill(await mailed.codeTo(email))
    await approveBrowser(other, mailed, email)
    await frame.getByLabel('Recovery password').fill('a good long password 7')
    await pressSeen(frame.getByRole('button', { name: 'Bring it here' }))
    expect(await addressOn(other)).toBe(address)
    await other.context().close()
  })
})
