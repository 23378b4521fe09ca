/**
 * Buying at fake companies with their own pages: the parameters that these pages get, and the
 * progress of a purchase there.
 */
import { addressOf } from '../../../devnet/src/accounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { moneyOf } from '../support/buy.ts'
import { modalOf } from '../support/site.ts'

const self = addressOf('everyday user')
const hash = `0x${'7'.repeat(64)}`
/** A transaction as the company's API answers it, with the current time. */
const row = (changes: object = {}) => ({
  status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  purchase_currency: 'USDC',
  purchase_network: 'ethereum',
  purchase_amount: { value: '98.5', currency: 'USDC' },
  tx_hash: '',
  created_at: new Date().toISOString(),
  wallet_address: self,
  transaction_id: '1',
  ...changes,
})

// failed answers of the API, and pictures of tokens that it does not have
test.use({ allowConsole: [/status of [45]\d\d/] })
test.setTimeout(150_000)

test('the provider’s page gets the parameters of the contract, and the modal shows the purchase’s end, also when it fails or its status cannot be read', async ({
  page,
  pages,
  served: { api, company },
}) => {
  await page.goto(`${pages}/buying.html?api=${encodeURIComponent(api)}`)
  await page.getByRole('button', { name: 'Buy here' }).click()
  const modal = modalOf(page)
  const offerOf = (name: string) => modal.getByRole('radio', { name: new RegExp(`^${name}`) })
  const open = async (provider: string) => {
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      modal
        .getByRole('button', { name: `Continue with ${provider}` })
        .last()
        .click(),
    ])
    await expect(opened.getByRole('heading', { name: 'A stand-in for a company' })).toBeVisible()
    return opened
  }
  const shot = async (name: string) =>
    void (
      process.env['SHOTS'] &&
      (await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` }))
    )
  const again = async (amount: string) => {
    await modal
      .getByRole('button', { name: 'See new prices' })
      .or(modal.getByRole('button', { name: 'Back' }))
      .first()
      .click()
    await moneyOf(modal).fill(amount)
  }

  await test.step('both companies are offered, without a price', async () => {
    await moneyOf(modal).fill('100')
    await expect(offerOf('Coinbase')).toContainText('Price on its page')
    await expect(offerOf('Meld.io')).toContainText('Fees 1-2%')
    await shot('companies')
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
  })
  const opened =
    await test.step('Coinbase’s page gets exactly the parameters of the contract', async () => {
      const coinbase = await open('Coinbase')
      const url = new URL(coinbase.url())
      expect([url.origin, url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
        company.url,
        '/buy/select-asset',
        {
          appId: 'app 1',
          partnerUserId: self,
          defaultNetwork: 'ethereum',
          presetFiatAmount: '100',
          defaultExperience: 'buy',
          destinationWallets: JSON.stringify([
            {
              address: self,
              blockchains: [
                'ethereum',
                'arbitrum',
                'polygon',
                'berachain',
                'avalanche-c-chain',
                'optimism',
                'celo',
                'base',
              ],
              assets: ['USDC'],
            },
          ]),
        },
      ])
      expect(await coinbase.evaluate(() => [opener, innerWidth, innerHeight])).toEqual([
        null,
        600,
        800,
      ])
      await expect(modal).toContainText('Finish it in its window')
      return coinbase
    })
  await test.step('a purchase for another account is ignored; the visitor’s purchase is shown as being paid', async () => {
    company.rows = [
      row({
        wallet_address: addressOf('whale'),
        status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
        tx_hash: hash,
      }),
    ]
    const requestCount = company.requests.length
    await expect.poll(() => company.requests.length).toBeGreaterThan(requestCount + 1)
    await expect(modal).toContainText('Finish it in its window')
    company.rows = [row()]
    await expect(modal).toContainText('Paying at Coinbase')
    await shot('companyPaying')
  })
  await test.step('while the company does not answer, the screen says that the state is unknown; then the purchase arrives', async () => {
    company.fault = 500
    await expect(modal).toContainText('We cannot see how it goes right now')
    company.fault = undefined
    company.rows = [row({ status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', tx_hash: hash })]
    await expect(modal).toContainText('98.50 USDC arrived')
    await shot('companyArrived')
    await opened.close()
  })
  await test.step('a failed purchase is shown as failed', async () => {
    await modal.getByRole('button', { name: 'Back' }).click()
    await moneyOf(modal).fill('50')
    const coinbase = await open('Coinbase')
    company.rows = [
      row({ status: 'ONRAMP_TRANSACTION_STATUS_FAILED', transaction_id: '2' }),
      ...company.rows,
    ]
    await expect(modal).toContainText('The purchase failed')
    await coinbase.close()
    await again('60')
  })
  await test.step('Meld’s page gets its parameters, and a text says that only that page shows the progress', async () => {
    await offerOf('Meld.io').click()
    const meld = await open('Meld.io')
    const url = new URL(meld.url())
    expect([url.origin, url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      company.url,
      '/meld',
      { publicKey: 'key 1', destinationCurrencyCode: 'USDC', walletAddress: self },
    ])
    await expect(modal).toContainText('Finish it at Meld.io')
    await shot('companyElsewhere')
    await meld.close()
  })
  await test.step('each purchase is in the list once', async () => {
    await modal.getByRole('button', { name: 'Back' }).click()
    await modal.getByRole('button', { name: 'Your purchases' }).click()
    await expect(modal.getByRole('listitem')).toHaveCount(3)
    await expect(modal.getByRole('listitem').filter({ hasText: 'Meld.io' })).toContainText(
      'See its page',
    ) // the payment's state is unknown here
    await expect(modal.getByRole('listitem').filter({ hasText: '+98.50 USDC' })).toHaveCount(1)
    await shot('companyList')
  })
})
