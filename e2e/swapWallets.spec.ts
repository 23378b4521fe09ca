/** Swaps by a phone and by the e-mail wallet, each by what its wallet can; the chain itself confirms what arrived. */
import { encodeFunctionData, erc20Abi, parseAbi, parseUnits } from 'viem'
import { readContract, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { addressOf } from '../devnet/src/accounts.ts'
import { expect, test } from './fixtures/test.ts'
import { chainOf } from './support/holdings.ts'
import { script, startPhone } from './support/phone.ts'
import { accountButtonOf, openAccount, openConnect } from './support/site.ts'
import { allowed, arrivedIn, done, held, networkId, reviewSwap, swapButtonOf, swapFromAccount, tokenOf } from './support/swap.ts'

const self = addressOf('everyday user')

test.setTimeout(180_000)
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a phone signs the permit and the swap', async ({ page, devnet, browser }) => {
  const phone = await startPhone(browser, devnet)
  const modal = await openConnect(page, devnet.demo)
  await modal.getByRole('button', { name: /^WalletConnect/ }).click()
  const code = modal.getByRole('button', { name: 'Copy link' })
  await code.click()
  await script(phone, 'pair', await page.evaluate(() => navigator.clipboard.readText()))
  await script(phone, 'setBehaviour', 'approve')
  await expect(accountButtonOf(page)).toBeVisible()
  await openAccount(page)
  await swapFromAccount(modal)
  const before = await held(devnet, 'LINK', self)
  await reviewSwap(modal, { pay: 'USDC', get: 'LINK', amount: '20' })
  await expect(modal).toContainText('This amount, by a signature')
  await swapButtonOf(modal).click()
  await arrivedIn(modal)
  expect(await held(devnet, 'LINK', self)).toBeGreaterThan(before)
})

test('the e-mail wallet: by a signature, and both steps confirmed at once', async ({ page, mailed, devnet }) => {
  const client = chainOf(devnet, networkId)
  const modal = await openConnect(page, mailed.demo)
  const frame = page.locator('[data-latchkey=wallet] iframe').contentFrame()
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill('swapper@example.org')
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  await page.keyboard.type(await mailed.codeTo('swapper@example.org'))
  await expect(accountButtonOf(page)).toBeVisible()
  const address = /0x[0-9a-fA-F]{40}/.exec((await page.evaluate(() => localStorage.getItem('@latchkey/last-account'))) ?? '')?.[0] as `0x${string}`
  await client.request({ method: 'anvil_setBalance', params: [address, '0x8ac7230489e80000'] } as never)
  const mint = encodeFunctionData({ abi: parseAbi(['function mint(address to, uint256 amount)']), functionName: 'mint', args: [address, parseUnits('500', 6)] })
  await waitForTransactionReceipt(client, { hash: await sendTransaction(client, { account: self, to: tokenOf('USDC'), data: mint, chain: null }) })
  await page.reload()
  await openAccount(page)
  await swapFromAccount(modal)
  await test.step('by a signature', async () => {
    await reviewSwap(modal, { pay: 'USDC', get: 'WETH', amount: '100' })
    await expect(modal).toContainText('This amount, by a signature')
    await swapButtonOf(modal).click()
    await frame.getByRole('button', { name: 'Sign', exact: true }).click()
    // the permit in the router's call is told in words, and is what was signed: no risk to accept
    await expect(frame.getByText(/Allow to take up to \D*100\D*USDC/)).toBeVisible()
    await expect(frame.getByRole('checkbox')).toHaveCount(0)
    await frame.getByRole('button', { name: 'Approve' }).click()
    await arrivedIn(modal)
    expect(await allowed(devnet, 'USDC', address)).toBe(0n)
    await done(modal)
  })
  await test.step('both at once', async () => {
    await swapFromAccount(modal)
    await reviewSwap(modal, { pay: 'WETH', get: 'DAI', amount: '0.01' })
    await expect(modal).toContainText('This amount, confirmed together')
    await swapButtonOf(modal).click()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await arrivedIn(modal)
    expect(await readContract(client, { address: tokenOf('DAI'), abi: erc20Abi, functionName: 'balanceOf', args: [address] })).toBeGreaterThan(0n)
    expect(await allowed(devnet, 'WETH', address)).toBe(0n)
  })
})
