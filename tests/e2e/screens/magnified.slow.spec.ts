/**
 * A phone with everything at double size: names, titles and addresses stay complete, also in the
 * languages with the longest words.
 */
import { screens } from '../../../apps/demo/src/screens/screens.ts'
import { expect, test } from '../fixtures/test.ts'
import { changeScreen, openScreen, speak } from '../support/screens.ts'
import { cutIn, overflowing } from '../support/targets.ts'

test.use({ viewport: { width: 195, height: 422 }, allowConsole: [/503/] })

const states = [
  ['Account', 'tokens'],
  ['Connect', 'several wallets'],
  ['Connect', 'wallets on their way'],
  ['Profile', 'two wallets, and recent ones'],
  ['Networks', 'to choose from'],
] as const

test('magnified to 195 px of width, no text of the screens is cut off', async ({
  page,
  devnet,
}) => {
  for (const [place, [view, state]] of states.entries())
    await test.step(`${view}, ${state}`, async () => {
      const screen = screens.find((one) => one.view === view && one.state === state)
      if (!screen) throw new Error(`no screen ${view}, ${state}`)
      const modal = await (place === 0
        ? openScreen(page, devnet.demo, screen)
        : changeScreen(page, screen))
      for (const locale of ['en', 'de', 'ru', 'ja', 'ar'] as const) {
        await speak(page, locale)
        await expect
          .poll(
            () =>
              cutIn(
                modal,
                '.screen-title, .row-title, .row-value, .row-detail, .identity-address > span',
              ),
            locale,
          )
          .toEqual([])
        await expect.poll(() => overflowing(modal), locale).toEqual([])
      }
    })
})
