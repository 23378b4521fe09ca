import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The numbers in the style sheets. A site can change the first two in its theme. */
test.each([
  ['is 360 pixels wide', './dialog.css', 'inline-size: min(var(--lk-width, 360px)'],
  ['has the z-index 999', './dialog.css', 'z-index: var(--lk-z-index, 999)'],
  ['changes its height in 150 ms', './dialog.css', 'transition: block-size 150ms'],
  ['opens in 150 ms', './dialog.css', 'animation: card-in 150ms'],
  ['changes its screen in 150 ms', './screen.css', 'animation: screen-forward 150ms'],
  ['changes colours in 120 ms', '../../../../ui/src/button.css', 'background-color 120ms ease-out'],
])('the modal %s', (_, file, rule) => {
  expect(read(file)).toContain(rule)
})
