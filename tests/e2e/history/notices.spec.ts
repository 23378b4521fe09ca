/** The page's notices of transactions that end while the modal is closed. */
import { expect, test } from '../fixtures/test.ts'
import { holdingBlocks, sendTip } from '../support/activity.ts'
import { visitConnected } from '../support/site.ts'

test('the option `notices` sets the position of notices, or switches them off', async ({
  page,
  devnet,
}) => {
  const list = page.locator('[data-latchkey] .notices-list')
  for (const [notices, isTold] of [
    [{ place: 'top-start' }, true],
    [false, false],
  ] as const) {
    await visitConnected(page, `${devnet.demo}/?wallet=approve&kit=${JSON.stringify({ notices })}`)
    await holdingBlocks(devnet, () => sendTip(page, '0.001'))
    if (isTold) await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.waitForFunction(
      () =>
        JSON.parse(localStorage.getItem('@latchkey/pending-transactions') ?? '[]')[0]?.status ===
        'mined',
    )
    if (!isTold) expect(await list.count()).toBe(0)
    else expect(await list.getByRole('listitem').boundingBox()).toMatchObject({ x: 16, y: 16 })
  }
})
