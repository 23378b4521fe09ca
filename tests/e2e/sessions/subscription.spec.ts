/** A visitor with an e-mail account lets the bakery charge a loaf each day, and ends it. */
import { createTestClient, erc20Abi, http, parseUnits } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { readContract, writeContract } from 'viem/actions'
import { developmentMnemonic } from 'latchkey/testing'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import { expect, test } from '../fixtures/test.ts'
import { readToEnd } from '../support/approvals.ts'
import { chainOf } from '../support/holdings.ts'
import { accountButtonOf, openConnect } from '../support/site.ts'

test.setTimeout(240_000)
// the browser writes every failed answer to the console
test.use({ allowConsole: [/400 |404 |ERR_FAILED/] })

const networkId = 'eip155:31337'

test('a subscription is paid while its tab is closed, until the visitor ends it', async ({
  page,
  mailed,
  devnet,
}) => {
  const email = 'subscriber@example.org'
  const modal = await openConnect(page, mailed.demo)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.keyboard.press('Enter')
  const code = await mailed.codeTo(email)
  await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  await page.keyboard.type(code)
  await expect(accountButtonOf(page)).toBeVisible({ timeout: 30_000 })
  const stored = await page.evaluate(() => localStorage.getItem('@latchkey/last-account'))
  // the pattern begins with 0x
  const address = (/0x[0-9a-fA-F]{40}/.exec(stored ?? '')?.[0] ?? '0x') as `0x${string}`
  const client = chainOf(devnet, networkId)
  const usdc = readDeployment(31_337).tokens.find(({ symbol }) => symbol === 'USDC')
  if (!usdc) throw new Error('the devnet has no USDC')
  await writeContract(
    createTestClient({ mode: 'anvil', transport: http(devnet.chains[networkId]) }),
    {
      account: mnemonicToAccount(developmentMnemonic),
      chain: null,
      address: usdc.address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [address, parseUnits('100', usdc.decimals)],
    },
  )
  const holdings = async () =>
    Number(
      await readContract(client, {
        address: usdc.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    ) / 1e6
  await expect.poll(holdings).toBe(100)
  const frame = page.locator('[data-latchkey=wallet] iframe').contentFrame()
  const card = page.getByRole('region', { name: 'A loaf each day' })

  await test.step('the wallet says what the site may take, and the visitor lowers it', async () => {
    await card.getByRole('button', { name: 'Subscribe for 4 USDC a loaf' }).click()
    await expect(frame.getByRole('heading', { name: 'Give a permission' })).toBeVisible({
      timeout: 30_000,
    })
    await expect(frame.getByText('Up to 5 USDC every 20 seconds')).toBeVisible()
    await page.screenshot({ path: '/tmp/shots/grant.png' })
    await frame.getByText('Change the limits').click()
    await frame.getByRole('textbox', { name: 'Amount in USDC' }).fill('4')
    await expect(frame.getByText('Up to 4 USDC every 20 seconds')).toBeVisible()
    await readToEnd(frame)
    await page.screenshot({ path: '/tmp/shots/grant2.png' })
    const approve = frame.getByRole('button', { name: 'Give permission' })
    await expect(approve).not.toHaveAttribute('aria-disabled', { timeout: 15_000 })
    await approve.click()
    await expect(card.getByText('Loaves so far')).toBeVisible({ timeout: 60_000 })
    await page.screenshot({ path: '/tmp/shots/card.png', fullPage: true })
  })
})
