// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { drawScreen, pass, press, release, stubLayout } from '../testing/drawScreen.tsx'
import { GuardedButton } from './GuardedButton.tsx'
import { GuardedScreen } from './GuardedScreen.tsx'

/** The window's position and size. */
const place = (
  changes: Partial<Record<'screenX' | 'screenY' | 'outerWidth' | 'outerHeight', number>>,
) => {
  for (const [name, value] of Object.entries(changes))
    Object.defineProperty(window, name, { value, configurable: true, writable: true })
}
afterEach(() => place({ screenX: 0, screenY: 0, outerWidth: 1_024, outerHeight: 768 }))

const words = { title: 'Send', go: 'Go' }

/** A screen with one button. */
async function start() {
  stubLayout()
  const pressed = { times: 0 }
  const { button } = await drawScreen(
    <GuardedScreen title={words.title} onClose={() => {}}>
      <GuardedButton onPress={() => void (pressed.times += 1)}>{words.go}</GuardedButton>
    </GuardedScreen>,
  )
  await pass()
  const go = async () => {
    await press(button('Go'))
    await release(button('Go'))
    return pressed.times
  }
  return { go, isReady: () => button('Go').getAttribute('aria-disabled') === null }
}

test.each([{ screenX: 300 }, { screenY: 90 }, { outerWidth: 500 }, { outerHeight: 600 }])(
  'after the window changes place or size (%j), its buttons cannot be pressed for a moment',
  async (changes) => {
    const { go, isReady } = await start()
    expect(isReady()).toBe(true)
    place(changes)
    await pass(150)
    expect([isReady(), await go()]).toEqual([false, 0])
    await pass()
    expect([isReady(), await go()]).toEqual([true, 1])
  },
)

test('while the window keeps moving, its buttons cannot be pressed', async () => {
  const { go, isReady } = await start()
  for (let step = 1; step <= 20; step++) {
    place({ screenX: step * 10 })
    await pass(150)
    expect(isReady()).toBe(false)
  }
  expect(await go()).toBe(0)
})

test('while the window does not move, its buttons can be pressed', async () => {
  const { go } = await start()
  for (let step = 1; step <= 20; step++) {
    await pass(150)
    expect(await go()).toBe(step)
  }
})
