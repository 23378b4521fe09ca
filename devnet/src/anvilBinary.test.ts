import { access, constants } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { anvilBinary } from './anvilBinary.ts'

test('`anvilBinary` returns a file that this machine can execute', async () => {
  await expect(access(anvilBinary(), constants.X_OK)).resolves.toBeUndefined()
})

test('on an unsupported platform the error lists the supported platforms', () => {
  expect(() => anvilBinary('sunos', 'x64')).toThrowErrorMatchingInlineSnapshot(
    `[Error: The devnet needs anvil, which does not exist for sunos x64. It does for: darwin arm64, darwin x64, linux arm64, linux x64, win32 x64.]`,
  )
})

test('the error for a missing anvil package names the package', () => {
  const [platform, arch] = process.platform === 'win32' ? ['linux', 'x64'] : ['win32', 'x64']
  expect(() => anvilBinary(platform, arch)).toThrow(
    /^The devnet needs anvil, but @foundry-rs\/anvil-.* is not installed/,
  )
})
