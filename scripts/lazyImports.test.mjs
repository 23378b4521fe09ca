import { expect, test } from 'vitest'
import { lazyImports } from './lazyImports.mjs'

const found = (text) => lazyImports(['packages/kit/src/react/a.tsx'], () => text).length

test('finds a dynamic import of a module without .lazy in its name', () => {
  expect(found("const load = () => import('./SwapView.tsx')")).toBe(1)
  expect(found("import(\n  './SwapView.tsx',\n)")).toBe(1)
  expect(found("await import('@latchkey/ui/code/QrCode.tsx')")).toBe(1)
})

test('lets lazy modules, types, comments and packages of sites pass', () => {
  expect(found("import('./SwapView.lazy.tsx')")).toBe(0)
  expect(found("type Module = typeof import('./SwapView.tsx')")).toBe(0)
  expect(found(" * for `import('./SwapView.tsx')`")).toBe(0)
  expect(found("import('wagmi/actions')")).toBe(0)
})
