/** The network is lost in the middle of each step of the e-mail wallet. The screen says so, nothing is lost or done twice, and it goes on by itself or by one press. */
import type { Locator } from '@playwright/test'
import type { Mailed } from './fixtures/serveMailed.ts'
import { expect, test } from './fixtures/test.ts'
import { cut, loseAnswer } from './support/lines.ts'
import { accountButtonOf, connectButtonOf, openConnect } from './support/site.ts'

test.setTimeout(120_000)
// a browser writes every request that fails to the console
test.use({ allowConsole: [/status of [45]\d\d|ERR_|Failed to load resource/] })

const codeField = (modal: Locator) => modal.getByRole('textbox', { name: 'Code from the e-mail' })
const codesTo = async ({ inbox }: Mailed, email: string) => ((await (await fetch(`${inbox}/messages.json?to=${encodeURIComponent(email)}`)).json()) as { subject: string }[]).filter(({ subject }) => /code/i.test(subject)).length // the inbox's own type

test('a newcomer whose network fails at every step gets in with one code, and has one account', async ({ page, context, mailed }) => {
  const email = 'lost@example.org'
  const modal = await openConnect(page, mailed.demo)
  const retry = modal.getByRole('button', { name: 'Try again' })

  await test.step('the service is not reached, then the browser is offline: the code is asked for when the network is back', async () => {
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

  await test.step('the answer is lost: asked again, the code of the mail is asked for, and no other is mailed', async () => {
    await expect(modal).toContainText('The wallet cannot be reached')
    await retry.click()
    await expect(codeField(modal)).toBeFocused()
    expect(await codesTo(mailed, email)).toBe(1)
  })

  const code = await mailed.codeTo(email)
  await test.step('offline when the code is entered: it stays, and can be checked when the network is back', async () => {
    await context.setOffline(true)
    await page.keyboard.type(code)
    await expect(codeField(modal)).toHaveAccessibleDescription('The code could not be checked. Try again.')
    await expect(codeField(modal)).toHaveValue(code)
    await loseAnswer(page, `${mailed.wallet}/v1/otp`)
    await loseAnswer(page, `${mailed.wallet}/v1/account`)
    await context.setOffline(false)
  })

  await test.step('the answer to the code is lost, and so is that to the account: one press each', async () => {
    // the page may hear of the network before its frame does: then the visitor presses
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

  await test.step('a reload while the wallet is not reached: the login is kept, and one press brings it back', async () => {
    const name = await accountButtonOf(page).innerText()
    const mend = await cut(page, `${mailed.wallet}/**`)
    await page.reload()
    await expect(connectButtonOf(page)).toBeVisible({ timeout: 40_000 })
    await mend()
    await connectButtonOf(page).click()
    await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await page.keyboard.press('Enter')
    await retry.or(accountButtonOf(page)).first().click({ timeout: 25_000 }) // the frame of before, which did not load, is given up first
    await expect(accountButtonOf(page)).toHaveText(name)
    expect(await codesTo(mailed, email)).toBe(1)
  })

  await test.step('signing out offline is at once; the service hears of it with the next login', async () => {
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
