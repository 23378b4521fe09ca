import { expect, test } from 'vitest'
import { deadAnchors, resolveLinks } from './links.ts'
import type { AnchorUse } from './links.ts'

const targets = {
  pages: new Set(['docs/guide.md', 'services/api/README.md']),
  exists: (path: string) => path === 'LICENSE' || path === 'docs/guide.md',
}

test('links to pages become relative URLs, links to other sites stay, links to files without a page become text', () => {
  const resolve = resolveLinks('docs/start.md', targets, [])
  expect(resolve('guide.md')).toEqual({ href: 'guide.html' })
  expect(resolve('guide.md#buttons')).toEqual({ href: 'guide.html#buttons' })
  expect(resolve('../services/api/README.md')).toEqual({ href: 'api.html' })
  expect(resolve('https://eips.ethereum.org/EIPS/eip-1193')).toEqual({
    href: 'https://eips.ethereum.org/EIPS/eip-1193',
  })
  expect(resolve('../LICENSE')).toEqual({ href: undefined })
  expect(resolve('../apps/docs/src/playground')).toEqual({ href: 'playground.html' })
  expect(resolveLinks('services/api/README.md', targets, [])('../../docs/guide.md')).toEqual({
    href: 'guide.html',
  })
})

test('a link to a missing file is reported as a fault', () => {
  expect(resolveLinks('docs/start.md', targets, [])('gone.md')).toEqual({
    fault: 'the link gone.md leads to nothing',
  })
})

test('a link to a missing heading is reported as a fault', () => {
  const uses: AnchorUse[] = []
  const resolve = resolveLinks('docs/guide.md', targets, uses)
  expect(resolve('#hooks')).toEqual({ href: '#hooks' })
  resolve('../services/api/README.md#limits')
  const anchors = new Map([
    ['docs/guide.md', new Set(['hooks'])],
    ['services/api/README.md', new Set(['routes'])],
  ])
  expect(deadAnchors(uses, (file) => anchors.get(file) ?? new Set())).toEqual([
    'docs/guide.md: the link to services/api/README.md#limits leads to no heading',
  ])
})
