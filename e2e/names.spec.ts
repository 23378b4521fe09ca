/** A service's reason for not resolving a name. */
import { expect, test } from './fixtures/test.ts'
import { recipientOf } from './support/send.ts'
import { openAccount, visitConnected } from './support/site.ts'

// the browser itself writes failed requests to the console
test.use({ allowConsole: [/Failed to load resource/] })

const headers = { 'access-control-allow-origin': '*' }

test('the service’s reason comes first, cleaned, then ours', async ({ page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  for (const [status, name, sentence] of [[400, 'ab.eth', 'This is not a name.'], [404, 'cd.eth', 'The name could not be looked up.']] as const)
    await test.step(String(status), async () => {
      await page.route(`${devnet.api}/v1/profile/account/**`, (route) => route.fulfill({ status, headers, json: { status: 'FAILED', reasons: [{ name: 'name', description: 'Names of \u202eless\u200b than 3 letters are kept back.' }] } }))
      await recipientOf(modal).fill(name)
      await expect(modal.locator('.recipient-fault')).toHaveText(['Names of less than 3 letters are kept back.', sentence])
      await expect(recipientOf(modal)).toHaveAccessibleDescription(`Names of less than 3 letters are kept back. ${sentence}`)
    })
})
