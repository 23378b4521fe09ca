import { expect, test } from 'vitest'
import { typeImports } from './typeImports.mjs'

const core = 'packages/kit/src/core/kit/kit.ts'
const found = (text, path = core) => typeImports([path], () => text)

test('an import of a type from a folder above core is a fault, in every form of import', () => {
  for (const text of [
    "import type { View } from '../../react/modal/feature.ts'",
    "import type {\n  View,\n} from '../../react/modal/feature.ts'",
    "export type { View } from '../../react/modal/feature.ts'",
    "type View = import('../../react/modal/feature.ts').View",
    "declare module '../../react/modal/feature.ts' {}",
  ])
    expect(found(text)).toEqual([
      `types-of-core: ${core} → packages/kit/src/react/modal/feature.ts\n  No type of core is declared above it.`,
    ])
})

test('imports inside core, of packages, of tests and of other folders are allowed', () => {
  const above = "import type { View } from '../../react/modal/feature.ts'"
  expect(found("import type { Account } from './state.ts'")).toEqual([])
  expect(found("import type { Code } from '../errors/errors.ts'")).toEqual([])
  expect(found("import type { Namespace } from '@latchkey/protocol/namespace'")).toEqual([])
  expect(found(above, 'packages/kit/src/core/kit/alert.test.ts')).toEqual([])
  expect(found(above, 'packages/kit/src/session/connect.ts')).toEqual([])
})
