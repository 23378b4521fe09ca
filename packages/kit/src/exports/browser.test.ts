import { expect, test } from 'vitest'
import * as browser from './browser.ts'
import * as latchkey from './index.ts'
import * as themes from './themes.ts'

test('latchkey/browser exports what a page without React needs: the kit, the EVM adapter, ENS, the themes and `mount`', () => {
  expect(Object.keys(browser).sort()).toEqual(
    [...Object.keys(latchkey), ...Object.keys(themes), 'ens', 'evm', 'mount'].sort(),
  )
})
