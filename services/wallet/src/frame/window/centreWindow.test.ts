import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centreWindow } from './centreWindow.ts'

/** A window with a position on a screen, which the browser lets a page move. */
function windowOn({
  left = 0,
  top = 0,
  width = 1_440,
  height = 900,
  own = [400, 720],
  isPopup = true,
}: {
  left?: number
  top?: number
  width?: number
  height?: number
  own?: readonly [number, number] | number[]
  isPopup?: boolean
}) {
  const [outerWidth = 0, outerHeight = 0] = own
  const view = {
    outerWidth,
    outerHeight,
    screenX: 0,
    screenY: 0,
    toolbar: { visible: !isPopup },
    screen: { availLeft: left, availTop: top, availWidth: width, availHeight: height },
    moveTo: (x: number, y: number) => void Object.assign(view, { screenX: x, screenY: y }),
    resizeTo: (x: number, y: number) => void Object.assign(view, { outerWidth: x, outerHeight: y }),
  }
  return view
}

test('a popup that the site has made small and moved gets its usual size in the middle of the screen', () => {
  const view = windowOn({ own: [120, 100] })
  centreWindow(view)
  expect([view.outerWidth, view.outerHeight, view.screenX, view.screenY]).toEqual([
    400, 720, 520, 90,
  ])
})

test('a popup stays inside a screen of any position and size', () => {
  const size = fc.record({
    left: fc.integer({ min: -4_000, max: 4_000 }),
    top: fc.integer({ min: -2_000, max: 2_000 }),
    width: fc.integer({ min: 320, max: 4_000 }),
    height: fc.integer({ min: 240, max: 3_000 }),
    own: fc.tuple(fc.integer({ min: 1, max: 6_000 }), fc.integer({ min: 1, max: 6_000 })),
  })
  fc.assert(
    fc.property(size, (screen) => {
      const view = windowOn(screen)
      centreWindow(view)
      expect(view.screenX).toBeGreaterThanOrEqual(screen.left)
      expect(view.screenY).toBeGreaterThanOrEqual(screen.top)
      expect(view.screenX + view.outerWidth).toBeLessThanOrEqual(screen.left + screen.width + 1)
      expect(view.screenY + view.outerHeight).toBeLessThanOrEqual(screen.top + screen.height + 1)
    }),
  )
})

test('a tab is neither moved nor resized', () => {
  const view = windowOn({ isPopup: false, own: [300, 300] })
  centreWindow(view)
  expect([view.outerWidth, view.screenX]).toEqual([300, 0])
})
