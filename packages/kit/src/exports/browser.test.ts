import { expect, test } from 'vitest'
import * as browser from './browser.ts'
import * as latchkey from './index.ts'
import * as themes from './themes.ts'

test('exports what a page without React needs: all of the kit, the adapter for EVM, ENS, the themes and the way into the page', () => {
  expect(Object.keys(browser).sort()).toEqual(
    [...Object.keys(latchkey), ...Object.keys(themes), 'ens', 'evm', 'mount'].sort(),
  )
})
