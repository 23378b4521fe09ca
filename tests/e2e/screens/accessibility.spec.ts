/** No accessibility fault on the first screen, with wallets and without, on a phone. */
import { axe, expect, test } from '../fixtures/test.ts'
import { openConnect, withoutRelay } from '../support/site.ts'
import { announceStrange } from '../support/strangeWallet.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('the list of wallets has no accessibility faults', async ({ page, devnet }) => {
  await withoutRelay(page)
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none&theme=dark`)
  await expect(modal).toContainText('No wallet in this browser yet')
  expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
  await announceStrange(page, { name: 'Third wallet', rdns: 'example.third' })
  await openConnect(page, `${devnet.demo}/?wallet=two&theme=dark`)
  await expect(modal.getByRole('listitem')).toHaveCount(3)
  expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
})
