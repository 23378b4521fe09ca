import { expect, test } from 'vitest'
import { compileContracts } from '../bake/compile.ts'
import { farcasterIdsCode, farcasterKeysCode } from './farcasterRegistries.ts'
import { hostileNftCode, hostileTokenCode } from './hostileContracts.ts'
import { strangeTokenCode } from './strangeToken.ts'

test('the contracts that tests put on chains are those whose sources stand beside', () => {
  const compiled = compileContracts()
  const codes = { StrangeToken: strangeTokenCode, HostileToken: hostileTokenCode, HostileNft: hostileNftCode, FarcasterIds: farcasterIdsCode, FarcasterKeys: farcasterKeysCode }
  for (const [name, code] of Object.entries(codes)) expect(code === compiled.get(name)?.bytecode, name).toBe(true)
}, 60_000)
