/** Questions of the wallet in a browser that can't tell whether something lies over its frame: each is answered in a window of the wallet's own. */
import { expect, test } from './fixtures/test.ts'
import { agree, frameOf, press } from './support/companyLogin.ts'
import { logIn, openSite } from './support/frameSite.ts'
import { accountButtonOf } from './support/site.ts'

test.setTimeout(90_000)
// a browser writes every answer that is no success to the console
test.use({ allowConsole: [/40\d .*v1\/|ERR_FAILED|postMessage/] })
const makeBlind = () => void Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
test.beforeEach(({ context }) => context.addInitScript(makeBlind))

test('whether a site may change the address, with a look-alike of a known domain in sight', async ({ page, wallet }) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'agree@example.org')
  await site.ask('GET_USER')
  wallet.pass(31_000)
  const asked = site.ask('UPDATE_EMAIL', { email: 'Agree@ex\u0430mple.org' })
  await expect(site.frame.getByRole('button', { name: 'Agree' })).toHaveAttribute('aria-disabled', 'true')
  const [own] = await Promise.all([page.waitForEvent('popup'), site.frame.getByRole('button', { name: 'Continue in a new window' }).click()])
  await expect(own.getByText('agree@xn--exmple-4nf.org')).toBeVisible()
  await own.getByRole('button', { name: 'Agree' }).click()
  expect(await asked).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
})

test('whether a login joins a wallet, which a company opens from that window', async ({ browser, mailed }) => {
  const email = 'own-window@example.org'
  /** A browser in which a company's button was pressed, and its page agreed to. */
  const comeBy = async (company: string) => {
    const context = await browser.newContext()
    await context.addInitScript(makeBlind)
    const page = await context.newPage()
    await agree(await press(page, mailed, company), email)
    return { context, page }
  }
  const first = await comeBy('Google')
  await expect(accountButtonOf(first.page)).toBeVisible({ timeout: 30_000 })
  await first.context.close()

  const { context, page } = await comeBy('GitHub')
  const [own] = await Promise.all([page.waitForEvent('popup'), frameOf(page).getByRole('button', { name: 'Continue in a new window' }).click()])
  await own.getByRole('button', { name: 'Open that wallet' }).click()
  const opened = context.waitForEvent('page')
  await own.getByRole('button', { name: /Continue with .*Google/ }).click()
  await agree(await opened, email)
  await expect(own.getByText('Approve this browser')).toBeVisible()
  await context.close()
})
