import { expect, test } from 'vitest'
import { compileContracts } from '../bake/compile.ts'
import { strangeTokenCode } from './strangeToken.ts'

test('the token that tests put on chains is the one whose source stands beside', () => {
  expect(strangeTokenCode).toBe(compileContracts().get('StrangeToken')?.bytecode)
}, 60_000)
