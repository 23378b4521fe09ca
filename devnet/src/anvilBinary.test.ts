import { access, constants } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { anvilBinary } from './anvilBinary.ts'

test('finds a program that this machine can run', async () => {
  await expect(access(anvilBinary(), constants.X_OK)).resolves.toBeUndefined()
})

test('names the supported platforms on an unsupported one', () => {
  expect(() => anvilBinary('sunos', 'x64')).toThrowErrorMatchingInlineSnapshot(
    `[Error: The devnet needs anvil, which does not exist for sunos x64. It does for: darwin arm64, darwin x64, linux arm64, linux x64, win32 x64.]`,
  )
})

test('says how to install a missing program', () => {
  const [platform, arch] = process.platform === 'win32' ? ['linux', 'x64'] : ['win32', 'x64']
  expect(() => anvilBinary(platform, arch)).toThrow(
    /^The devnet needs anvil, but @foundry-rs\/anvil-.* is not installed/,
  )
})
