/**
 * The modal on sites whose button is inside a dialog of each library, with shortcuts of each
 * library, and on a page that listens to every event.
 */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { modalOf } from '../support/site.ts'

// a window so low that the list of wallets scrolls
test.use({ viewport: { width: 1024, height: 420 }, hasTouch: true })

/**
 * The site's outputs: shortcuts that ran, and events that reached the page from the modal. They are
 * found by label, because an open dialog hides their roles.
 */
const output = (page: Page, name: string) => page.locator(`output[aria-label=${name}]`)
const siteDialogOf = (page: Page) => page.getByRole('dialog', { name: 'Checkout' })
const connectIn = (place: Page | Locator) =>
  place.getByRole('button', { name: 'Connect wallet', exact: true })

/** The largest scroll position of an element in the modal, in CSS pixels. */
const scrolled = (modal: Locator) =>
  modal.evaluate((dialog) =>
    Math.max(...[...dialog.querySelectorAll('*')].map(({ scrollTop }) => scrollTop)),
  )

/**
 * Whether a finger that moves over an element scrolls it, because neither the modal nor the page
 * prevents it.
 */
const swipes = (element: Locator) =>
  element.evaluate((target) => {
    const facts = { bubbles: true, cancelable: true, composed: true }
    const at = (clientY: number) => ({
      ...facts,
      touches: [new Touch({ identifier: 0, target, clientY })],
      targetTouches: [new Touch({ identifier: 0, target, clientY })],
      changedTouches: [new Touch({ identifier: 0, target, clientY })],
    })
    return [new TouchEvent('touchstart', at(200)), new TouchEvent('touchmove', at(100))].every(
      (event) => target.dispatchEvent(event),
    )
  })

async function openAllWallets(page: Page, place: Page | Locator) {
  await connectIn(place).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: /^All wallets/ }).click()
  await expect(modal).toHaveAccessibleName('All wallets')
  await expect(modal.getByRole('button', { name: 'MetaMask', exact: true })).toBeVisible()
  return { modal, search: modal.getByRole('searchbox', { name: 'Search wallets' }) }
}

async function expectScrolling(page: Page, modal: Locator) {
  const tile = await modal.getByRole('button', { name: 'MetaMask', exact: true }).boundingBox()
  const [x, y] = [(tile?.x ?? 0) + 20, (tile?.y ?? 0) + 20]
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, 120)
  await expect.poll(() => scrolled(modal)).toBeGreaterThan(80)
  expect(await swipes(modal.getByRole('button', { name: 'Trust Wallet', exact: true }))).toBe(true)
}

/** Types the site's shortcut keys into a field of the modal, cuts the text, and pastes it. */
async function expectOwnKeys(page: Page, search: Locator) {
  await search.click()
  await page.keyboard.type('gk?')
  await page.keyboard.press('Control+k')
  await expect(search).toHaveValue('gk?')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+x')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Control+v')
  await expect(search).toHaveValue('gk?')
  for (let count = 0; count < 6; count++) {
    await page.keyboard.press('Tab')
    // after the last element the focus goes to the browser's own bar, as in every HTML dialog
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.shadowRoot?.activeElement?.closest('dialog') instanceof
            HTMLElement,
      ),
    ).toBe(true)
  }
  await search.click()
}

for (const name of ['radix', 'vaul', 'headlessui', 'mui-dialog', 'mui-modal', 'react-aria'])
  test(`in a dialog of ${name} the visitor scrolls, presses, types in and closes the modal, and the dialog stays open`, async ({
    page,
    sites,
  }) => {
    await page.goto(`${sites.get('dialogs')}/?with=${name}`)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const site = siteDialogOf(page)
    await expect(site).toBeVisible()
    const { modal, search } = await openAllWallets(page, site)
    await test.step('the wheel and a finger scroll the list', () => expectScrolling(page, modal))
    await test.step('a press, a key and a paste in the modal do not reach the page', async () => {
      await modal.getByRole('heading', { name: 'All wallets' }).dblclick()
      await modal.getByRole('heading', { name: 'All wallets' }).click({ button: 'right' })
      await expect(site).toBeVisible()
      await expectOwnKeys(page, search)
    })
    await test.step('Escape clears the field, then closes the modal, then the site’s dialog', async () => {
      await page.keyboard.press('Escape')
      await expect(search).toHaveValue('')
      await page.keyboard.press('Escape')
      await expect(modal).toBeHidden()
      await expect(site).toBeVisible()
      await expect(connectIn(site)).toBeFocused()
      await expect(output(page, 'Shortcuts')).toHaveText('')
      await expect(output(page, 'Heard')).toHaveText('')
    })
    await test.step('a press beside the modal closes only the modal', async () => {
      await connectIn(site).click()
      await expect(modal).toBeVisible()
      await page.mouse.click(5, 5)
      await expect(modal).toBeHidden()
      await expect(site).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(site).toBeHidden()
    })
  })

test('the modal’s list scrolls on a page where a library handles the wheel', async ({
  page,
  sites,
}) => {
  await page.goto(`${sites.get('dialogs')}/?with=lenis`)
  const { modal } = await openAllWallets(page, page)
  await expectScrolling(page, modal)
})

test('the site’s keyboard shortcuts run on the page, but not in the modal’s fields', async ({
  page,
  sites,
}) => {
  await page.goto(`${sites.get('dialogs')}/?with=none`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await expect(output(page, 'Shortcuts')).toHaveText(
    /(?=.*react-hotkeys-hook)(?=.*hotkeys-js)(?=.*mousetrap)(?=.*@github\/hotkey)/,
  )
})

test('the visitor can zoom while the modal is open, but not scroll the page', async ({
  page,
  sites,
}) => {
  await page.goto(`${sites.get('dialogs')}/?with=lenis`)
  await connectIn(page).click()
  await expect(modalOf(page).getByText('Development wallet')).toBeVisible()
  const prevented = await modalOf(page).evaluate((dialog) => {
    const fingers = (count: number) =>
      Array.from({ length: count }, (_, identifier) => new Touch({ identifier, target: dialog }))
    const facts = { bubbles: true, cancelable: true, composed: true }
    const events = {
      wheel: new WheelEvent('wheel', { ...facts, deltaY: 9 }),
      'wheel with Ctrl': new WheelEvent('wheel', { ...facts, deltaY: 9, ctrlKey: true }),
      'one finger': new TouchEvent('touchmove', { ...facts, touches: fingers(1) }),
      'two fingers': new TouchEvent('touchmove', { ...facts, touches: fingers(2) }),
      'three fingers': new TouchEvent('touchmove', { ...facts, touches: fingers(3) }),
    }
    return Object.entries(events)
      .filter(([, event]) => !dialog.dispatchEvent(event))
      .map(([name]) => name)
  })
  expect(prevented).toEqual(['wheel', 'one finger'])
})

for (const [name, overlay] of [
  ['plain', 'late'],
  ['plain', 'hidden'],
  ['plain', 'shadow'],
  ['radix', 'late'],
  ['headlessui', 'late'],
] as const)
  test(`a wallet’s own window in the page works while the modal waits: dialog of ${name}, window ${overlay}`, async ({
    page,
    sites,
  }) => {
    await page.goto(`${sites.get('dialogs')}/?with=${name}&overlay=${overlay}`)
    if (name !== 'plain') await page.getByRole('button', { name: 'Open', exact: true }).click()
    const modal = modalOf(page)
    const own = page.locator('[aria-label="Overlay wallet"]')
    const begin = async () => {
      await modal.getByRole('button', { name: /^Overlay wallet/ }).click()
      await expect(own).toBeVisible()
    }
    await connectIn(name === 'plain' ? page : siteDialogOf(page)).click()
    await begin()
    await test.step('by the pointer', async () => {
      await own.getByText('Refuse').click()
      await expect(own).toBeHidden()
      await expect(modal).toBeVisible()
      await expect.poll(() => modal.evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
    })
    await test.step('by keyboard alone', async () => {
      // a dialog of Radix takes the focus back from every other element of the page, with and
      // without the modal
      if (name === 'radix') return
      await modal.getByRole('button', { name: 'Try again' }).click()
      await expect(own.locator('input')).toBeFocused()
      await page.keyboard.type('1234')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(own).toBeHidden()
      await expect(modal).toBeHidden()
      await expect(
        page.getByRole('button', { name: /0x70/, includeHidden: true }).first(),
      ).toBeAttached()
    })
  })
