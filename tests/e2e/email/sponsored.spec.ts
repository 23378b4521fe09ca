/** A visitor with an e-mail account and tokens, but no Ether: the site pays the fee of a tip. */
import { createTestClient, erc20Abi, http, parseUnits } from 'viem'
import { getBalance, getCode, readContract, writeContract } from 'viem/actions'
import { mnemonicToAccount } from 'viem/accounts'
import { developmentMnemonic } from 'latchkey/testing'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import { expect, test } from '../fixtures/test.ts'
import { readToEnd } from '../support/approvals.ts'
import { chainOf } from '../support/holdings.ts'
import { accountButtonOf, modalOf, openConnect } from '../support/site.ts'

test.setTimeout(180_000)
// the browser writes every failed answer to the console
test.use({ allowConsole: [/400 |404 |ERR_FAILED/] })

const networkId = 'eip155:31337'
const bakers = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'

test('a visitor without Ether sends a tip that the site pays, and sees it in the activity', async ({
  page,
  mailed,
  devnet,
}) => {
  const email = 'tipper@example.org'
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
  const holdings = (account: `0x${string}`) =>
    readContract(client, {
      address: usdc.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    })

  await test.step('someone sends the visitor ten USDC, and no Ether', async () => {
    const hash = await writeContract(
      createTestClient({ mode: 'anvil', transport: http(devnet.chains[networkId]) }),
      {
        account: mnemonicToAccount(developmentMnemonic),
        chain: null,
        address: usdc.address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [address, parseUnits('10', usdc.decimals)],
      },
    )
    expect(hash).toMatch(/^0x/)
    await expect.poll(() => holdings(address)).toBe(parseUnits('10', usdc.decimals))
    expect(await getBalance(client, { address })).toBe(0n)
  })

  const before = await holdings(bakers)
  await test.step('the tip is paid for by the site', async () => {
    await page.reload()
    await expect(page.getByText('The bakery pays the network fee.')).toBeVisible({
      timeout: 30_000,
    })
    const send = page.getByRole('button', { name: /^Send [\d.]+ USDC$/ })
    await send.click({ timeout: 60_000 }) // balances are read again after half a minute
    const frame = page.locator('[data-latchkey=wallet] iframe').contentFrame()
    await expect(frame.getByRole('button', { name: 'Approve' })).toBeVisible({ timeout: 30_000 })
    await expect(frame.getByText(/^Paid by \P{L}?Ferry Lane Bakery/u)).toBeVisible()
    await readToEnd(frame)
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Paid by the bakery')).toBeVisible({ timeout: 60_000 })
    expect(await holdings(bakers)).toBeGreaterThan(before)
    expect(await getBalance(client, { address })).toBe(0n)
    expect(await getCode(client, { address })).toMatch(/^0xef0100/)
  })

  await test.step('the activity shows the transfer, not a call of a bundler', async () => {
    await accountButtonOf(page).click()
    const account = modalOf(page)
    await account.getByRole('tab', { name: 'Activity' }).click()
    const row = account.getByRole('button', { name: /Sent.*USDC/s }).first()
    await expect(row).toBeVisible({ timeout: 30_000 })
    await row.click()
    await expect(account.getByText('0 ETH')).toBeVisible({ timeout: 30_000 })
  })
})
