import { expect, test } from 'vitest'
import { lazyImports } from './lazyImports.mjs'

const found = (text) => lazyImports(['packages/kit/src/react/a.tsx'], () => text).length

test('a dynamic import of a module without .lazy in its name is found', () => {
  expect(found("const load = () => import('./SwapView.tsx')")).toBe(1)
  expect(found("import(\n  './SwapView.tsx',\n)")).toBe(1)
  expect(found("await import('@latchkey/ui/code/QrCode.tsx')")).toBe(1)
})

test('imports of lazy modules, types and packages of sites are allowed, and comments are ignored', () => {
  expect(found("import('./SwapView.lazy.tsx')")).toBe(0)
  expect(found("type Module = typeof import('./SwapView.tsx')")).toBe(0)
  expect(found(" * for `import('./SwapView.tsx')`")).toBe(0)
  expect(found("import('wagmi/actions')")).toBe(0)
})
