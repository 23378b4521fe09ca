import { expect, test } from 'vitest'
import { anchorsOf, citationsIn, faultsOfLinks, linksOf, namesOf } from './docLinks.mjs'

const faults = (files, options) =>
  faultsOfLinks(new Map(Object.entries(files)), Object.keys(files), options)

test('the anchor of a heading is the same as on GitHub', () => {
  const text = `# E-mail wallet's \`frame\`
## One [link](x.md), two
## One link, two
### RPC_REQUEST: 4 %
\`\`\`md
## Not a heading
\`\`\`
## Füße ##`
  expect([...anchorsOf(text)]).toEqual([
    'e-mail-wallets-frame',
    'one-link-two',
    'one-link-two-1',
    'rpc_request-4-',
    'füße',
  ])
})

test('on a page, a link to a missing file, folder or heading is a fault', () => {
  const page = `[a](guide.md) [b](guide.md#options) [c](gone.md) [d](guide.md#gone) [e](#here) [f](../packages/kit)
[g](https://example.org/x) [h](mailto:a@example.org) ![i](pictures/a.png) \`[j](gone.md)\`
# Here`
  expect(
    faults({
      'docs/a.md': page,
      'docs/guide.md': '## Options',
      'packages/kit/package.json': '{}',
      'docs/pictures/a.png': '',
    }),
  ).toEqual([
    'docs/a.md:1: the link gone.md leads to no file',
    'docs/a.md:1: docs/guide.md has no heading #gone',
  ])
})

test('a link in a comment is relative to the repository’s root', () => {
  const source = `/** A limit. docs/contracts/api.md#limits */
// docs/contracts/api.md#gone, see docs/other.md
// https://example.org/docs/other.md`
  expect(faults({ 'packages/a/src/a.ts': source, 'docs/contracts/api.md': '# Limits' })).toEqual([
    'packages/a/src/a.ts:2: docs/contracts/api.md has no heading #gone',
    'packages/a/src/a.ts:2: the link /docs/other.md leads to no file',
  ])
  expect(linksOf('packages/a/src/a.ts', "const page = 'docs/gone.md'")).toEqual([])
})

test('a missing file that a page about the code names is a fault', () => {
  const page =
    'In `core/kit/state.ts`, `times.ts`, `packages/kit/src`; not `core/gone.ts` or `packages/gone`.'
  expect(
    faults({
      'docs/architecture.md': page,
      'packages/kit/src/core/kit/state.ts': '',
      'packages/protocol/src/times.ts': '',
    }),
  ).toEqual([
    'docs/architecture.md:1: there is no file core/gone.ts',
    'docs/architecture.md:1: there is no file packages/gone',
  ])
  expect(namesOf('docs/guide.md', page)).toEqual([])
})

test.each([
  ' * for 30 s (spec sections 4 and 9).',
  '/** Pause. spec 4, 9 */',
  '// frame 5 (polled each 1 s)',
  ' * answers, 503. Source: blockchain API contract, section 5.',
  ' * contracts/relay.md says so',
  ' * design, Budgets',
  '/** Pause. screens, Swap */',
  ' * See design.md.',
  '/** Errors. relay 6 */',
])('%j is a fault, because it cites a document that is not public', (line) => {
  expect(citationsIn('packages/kit/src/a.ts', line)).toHaveLength(1)
  expect(faults({ 'packages/kit/src/a.ts': line }, { isStrict: true })).toHaveLength(1)
})

test.each([
  '// RFC 8032 section 7.1, test 1',
  '/** docs/contracts/relay.md#token */',
  ' * whitepaper, section 6.2.',
  "import { DevToken } from '@openzeppelin/contracts/token/ERC20/ERC20.sol'",
  '// an API 3 times as fast',
  'const frame = 2',
])('%j is allowed, because it cites a public document or no document', (line) => {
  expect(citationsIn('packages/kit/src/a.ts', line)).toEqual([])
})
