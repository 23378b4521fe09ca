/**
 * The network fails during each step of a login by e-mail, and of a login at a company. The screen
 * reports it, and continues by itself or after one press. Nothing is lost or done twice.
 */
import type { Locator } from '@playwright/test'
import { finishSocial, startSocial } from '@latchkey/protocol/walletServer'
import type { Mailed } from '../fixtures/serveMailed.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import {
  addressOn,
  agree,
  companyOf,
  companyPage,
  openLogins,
  windowOf,
} from '../support/companyLogin.ts'
import { cut, loseAnswer } from '../support/lines.ts'
import { accountButtonOf, connectButtonOf, openConnect } from '../support/site.ts'

test.setTimeout(120_000)
// the browser writes every failed request to the console
test.use({ isCold: true, allowConsole: [/status of [45]\d\d|ERR_|Failed to load resource/] })

const codeField = (modal: Locator) => modal.getByRole('textbox', { name: 'Code from the e-mail' })
const codesTo = async ({ inbox }: Mailed, email: string) =>
  (
    (await (await fetch(`${inbox}/messages.json?to=${encodeURIComponent(email)}`)).json()) as {
      subject: string
    }[]
  ).filter(({ subject }) => /code/i.test(subject)).length // the inbox answers in this form

test('a new visitor whose network fails at every step logs in with one code and has one account', async ({
  page,
  context,
  mailed,
}) => {
  const email = 'lost@example.org'
  const modal = await openConnect(page, mailed.demo)
  const retry = modal.getByRole('button', { name: 'Try again' })

  await test.step('if the service cannot be reached and then the browser is offline, the code is requested when the network is back', async () => {
    const mend = await cut(page, `${mailed.wallet}/v1/email`)
    await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await page.keyboard.press('Enter')
    await expect(modal).toContainText('The wallet cannot be reached')
    await mend()
    await context.setOffline(true)
    await retry.click()
    await expect(modal).toContainText('You are offline')
    await loseAnswer(page, `${mailed.wallet}/v1/email`)
    await context.setOffline(false)
  })

  await test.step('if the answer is lost, the mailed code works after a retry, and no other code is mailed', async () => {
    await expect(modal).toContainText('The wallet cannot be reached')
    await retry.click()
    await expect(codeField(modal)).toBeFocused()
    expect(await codesTo(mailed, email)).toBe(1)
  })

  const code = await mailed.codeTo(email)
  await test.step('a code that is entered offline stays, and can be checked when the network is back', async () => {
    await context.setOffline(true)
    await page.keyboard.type(code)
    await expect(codeField(modal)).toHaveAccessibleDescription(
      'The code could not be checked. Try again.',
    )
    await expect(codeField(modal)).toHaveValue(code)
    await loseAnswer(page, `${mailed.wallet}/v1/otp`)
    await loseAnswer(page, `${mailed.wallet}/v1/account`)
    await context.setOffline(false)
  })

  await test.step('if the answers to the code and to the account are lost, one press continues each', async () => {
    // the page may detect the network before its frame does; then the visitor has to press
    await expect(async () => {
      if (await codeField(modal).isVisible()) await retry.click({ timeout: 500 })
      await expect(modal).toContainText('The wallet cannot be reached', { timeout: 2_000 })
    }).toPass()
    await expect(modal).toContainText('The wallet cannot be reached')
    await retry.click()
    await expect(accountButtonOf(page)).toBeVisible()
    await expect(modal).toBeHidden()
    expect(await codesTo(mailed, email)).toBe(1)
  })

  await test.step('after a reload while the wallet cannot be reached, one press restores the stored login', async () => {
    const name = await accountButtonOf(page).innerText()
    const mend = await cut(page, `${mailed.wallet}/**`)
    await page.reload()
    await expect(connectButtonOf(page)).toBeVisible({ timeout: 40_000 })
    await mend()
    await connectButtonOf(page).click()
    await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await page.keyboard.press('Enter')
    // the earlier frame, which did not load, times out first
    await retry.or(accountButtonOf(page)).first().click({ timeout: 25_000 })
    await expect(accountButtonOf(page)).toHaveText(name)
    expect(await codesTo(mailed, email)).toBe(1)
  })

  await test.step('signing out offline takes effect at once; the service learns of it with the next login', async () => {
    await expect(modal).toBeHidden()
    await accountButtonOf(page).click()
    await expect(modal.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    await context.setOffline(true)
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect(accountButtonOf(page)).toBeHidden()
    await context.setOffline(false)
    mailed.pass(31_000)
    await page.reload()
    await openConnect(page, mailed.demo)
    await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await page.keyboard.press('Enter')
    await expect(codeField(modal)).toBeFocused()
  })
})

test('a new visitor whose network fails at every step of a login with GitHub logs in and has one account', async ({
  page,
  context,
  mailed,
}) => {
  const email = 'lost-at-github@example.org'
  const modal = await openLogins(page, mailed)
  const retry = modal.getByRole('button', { name: 'Try again' })
  /**
   * Presses the button of a failed attempt. @returns the window, which shows the company's page or
   * an error page of the browser
   */
  const again = async () => (await Promise.all([page.waitForEvent('popup'), retry.click()]))[0]

  await test.step('if the wallet cannot be reached, or its answer is lost, the window closes and the screen says so', async () => {
    const mend = await cut(context, `${mailed.wallet}${startSocial.path}`)
    const [login] = await Promise.all([
      page.waitForEvent('popup'),
      companyOf(modal, 'GitHub').click(),
    ])
    await expect(modal).toContainText('The wallet cannot be reached')
    await expect.poll(() => login.isClosed()).toBe(true)
    await mend()
    await loseAnswer(context, `${mailed.wallet}${startSocial.path}`)
    await again()
    await expect(modal).toContainText('The wallet cannot be reached')
  })

  await test.step('offline the screen says so, and no window opens', async () => {
    let opened = 0
    context.on('page', () => opened++)
    await context.setOffline(true)
    await retry.click()
    await expect(modal).toContainText('You are offline')
    expect(opened).toBe(0)
    await context.setOffline(false)
  })

  await test.step('if the company cannot be reached, the visitor can close the window and start again', async () => {
    const mend = await cut(context, '**/github/authorize*')
    const login = await again()
    await expect(modal).toContainText('Continue in GitHub')
    await expect.poll(() => login.url()).toMatch(/chrome-error|github/)
    await login.close()
    await expect(modal).toContainText('The window was closed')
    await mend()
  })

  await test.step('if the wallet cannot be reached when the proof arrives, the window waits, and continues after a reload', async () => {
    // Playwright intercepts only the first request, not its redirects
    await context.route(
      '**/github/choose',
      async (route) => {
        const { location } = (await route.fetch({ maxRedirects: 0 })).headers()
        await route.fulfill({
          contentType: 'text/html',
          body: `<meta http-equiv="refresh" content="0; url=${location}">`,
        })
      },
      { times: 1 },
    )
    const mend = await cut(context, `${mailed.wallet}/social/callback/**`)
    const login = await again()
    await expect(companyPage(login, 'GitHub')).toBeVisible()
    await agree(login, email)
    await expect.poll(() => login.url()).toMatch(/chrome-error|callback/)
    await expect(modal).toContainText('Continue in GitHub')
    await mend()
    await loseAnswer(context, `${mailed.wallet}${finishSocial.path}`)
    // the window closes before its reload has ended
    await Promise.all([login.waitForEvent('close'), login.reload().catch(() => {})])
    await expect(modal).toContainText('The wallet cannot be reached')
  })

  await test.step('if the answer to the proof or to the account is lost, another login opens the same account', async () => {
    await loseAnswer(context, `${mailed.wallet}/v1/account`)
    await agree(await windowOf(retry, 'GitHub'), email)
    await expect(modal).toContainText('The wallet cannot be reached')
    await agree(await windowOf(retry, 'GitHub'), email)
    const address = await addressOn(page)
    await expect(modal).toBeHidden()
    await page.reload()
    expect(await addressOn(page)).toBe(address)
  })
})
