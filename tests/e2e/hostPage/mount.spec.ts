/** `mount()` of `latchkey/browser`: buttons and the modal on a page without React. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { modalOf, walletRowOf } from '../support/site.ts'

const buttonIn = (page: Page, id: string) =>
  page.locator(`#${id}`).getByRole('button', { name: 'Connect wallet', exact: true })

test.beforeEach(async ({ page, pages }) => {
  await page.goto(`${pages}/mounts.html`)
  await expect(page.locator('html')).toHaveAttribute('data-ready')
})

test('`mount` refuses wrong arguments with a message, and does not change the element or the kit', async ({
  page,
}) => {
  const faults = await page.evaluate(() => {
    const { mount, makeKit, faultOf } = window.mounts
    const element = document.getElementById('first')
    const kit = makeKit()
    // called as on a page without TypeScript
    const faultsOf = (...lists: readonly unknown[][]) =>
      lists.map((list) => faultOf(() => Reflect.apply(mount, undefined, list)) ?? 'none')
    const strange: unknown[] = [undefined, null, 0, 1n, 'x', true, Symbol('x'), [], {}, () => {}]
    return {
      kits: faultsOf(...strange.map((one) => [one, element])),
      elements: faultsOf(
        ...[...strange, document, document.createTextNode('x')].map((one) => [kit, one]),
      ),
      options: faultsOf(
        ...[null, 0, 'account', true, Symbol('x')].map((one) => [kit, element, one]),
      ),
      buttons: faultsOf(...['banana', null, {}].map((button) => [kit, element, { button }])),
      nonces: faultsOf(
        ...['not one!', null, 7, {}, Symbol('x')].map((nonce) => [kit, element, { nonce }]),
      ),
      labels: faultsOf(...[{}, null, 7, Symbol('x'), []].map((label) => [kit, element, { label }])),
      thrown: faultsOf([
        kit,
        element,
        {
          get nonce() {
            throw new Error('thrown on purpose')
          },
        },
      ]),
      good: faultsOf([kit, element]),
      again: faultsOf([kit, element], [makeKit(), element]),
    }
  })
  const each = (text: string): unknown =>
    expect.objectContaining({ size: 1, only: expect.stringContaining(text) })
  const sum = Object.fromEntries(
    Object.entries(faults).map(([what, texts]) => [
      what,
      { size: new Set(texts).size, only: texts[0] },
    ]),
  )
  expect(sum).toEqual({
    kits: each('optionInvalid: Option "kit" is no kit.'),
    elements: each('optionInvalid: Option "element" is no element of the page.'),
    options: each('optionInvalid: Option "options" is no object.'),
    buttons: each(
      'optionInvalid: Option "button" is not valid. Pass one of: connect, account, network, none.',
    ),
    nonces: each('optionInvalid: Option "nonce" is not valid.'),
    labels: each('optionInvalid: Option "label" is no text.'),
    thrown: each('thrown on purpose'),
    good: each('none'),
    again: each('optionInvalid: Option "element" has a button of a kit already.'),
  })
  await buttonIn(page, 'first').click()
  await expect(walletRowOf(modalOf(page))).toBeVisible()
})

test('when the modal’s element is unmounted, the modal moves to the next mounted element; an unmounted element can be mounted again', async ({
  page,
}) => {
  await page.evaluate(() => {
    const { mount, makeKit, ends } = window.mounts
    const kit = makeKit()
    for (const id of ['first', 'second']) ends.push(mount(kit, document.getElementById(id)))
  })
  await buttonIn(page, 'first').click()
  const modal = modalOf(page)
  await expect(walletRowOf(modal)).toBeVisible()
  await page.evaluate(() => window.mounts.ends[0]?.())
  await expect(page.locator('#first')).toBeEmpty()
  await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await page.evaluate(() => {
    const { mount, makeKit, ends } = window.mounts
    ends[0]?.() // a second call has no effect
    ends.push(mount(makeKit(), document.getElementById('first')))
  })
  await buttonIn(page, 'first').click()
  await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
})
