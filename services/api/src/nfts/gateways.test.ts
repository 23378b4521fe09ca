import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { throughGateway } from './gateways.ts'

const gateways = {
  ipfs: 'https://ipfs.example/gate/ipfs/{path}',
  http: 'https://proxy.example/?url={url}',
}
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

test.each([
  `ipfs://${cid}/%2e%2e/%2e%2e/admin/secret`,
  `ipfs://${cid}/%252e%252e/x`,
  `ipfs://${cid}/%25252e%25252e/x`,
  `ipfs://${cid}/..%2f..%2fadmin`,
  `ipfs://${cid}/a%5c..%5c..`,
  `ipfs://${cid}/\\..\\..\\admin`,
  `ipfs://${cid}/./a`,
  `ipfs://${cid}/.%2e`,
  `ipfs://${cid}/a//b`,
  `ipfs://${cid}/a%00b`,
  `ipfs://${cid}/\ud800`,
  `ipfs://${cid}.evil`,
  'ipfs://aaaaaaaaaaaaaaaaaaaa/1',
  'ipfs://..........',
  'ipfs://QmShort',
  `https://a.example/ipfs/${cid}/%2e%2e/%2e%2e/admin`,
])('the link %j is not fetched through the gateway for IPFS', (link) => {
  expect(throughGateway(link, { ipfs: gateways.ipfs })).toBeUndefined()
})

const escape = fc.constantFrom(
  '/',
  '\\',
  '.',
  '..',
  '%',
  '%2e',
  '%2E',
  '%252e',
  '%2f',
  '%5c',
  '%00',
  '?',
  '#',
  '$&',
  "$'",
  'ipfs/',
  ' ',
  '\u2024',
  '\uff0e',
  '\ud800',
  'a',
  '{path}',
  '@',
  ':',
)
const head = fc.constantFrom(
  `ipfs://${cid}`,
  `ipfs://ipfs/${cid}/`,
  `https://a.example/ipfs/${cid}/`,
  'ipfs://',
  'https://a.example/',
  'http://',
)
const links = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(head, fc.array(fc.oneof(escape, fc.string())))
    .map(([first, rest]) => first + rest.join('')),
)

/** Decodes a path several times, as a faulty server might. */
function decoded(path: string): string {
  let text = path
  for (let times = 0; times < 4; times += 1)
    text = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return text
}

test('with any link, the URL stays in the folder of the gateway, however often it is decoded', () => {
  fc.assert(
    fc.property(links, (link) => {
      const address = throughGateway(link, gateways)
      if (address === undefined) return
      const url = new URL(address)
      if (url.origin === 'https://proxy.example') {
        expect([url.pathname, [...url.searchParams.keys()]]).toEqual(['/', ['url']])
        return
      }
      expect(url.origin).toBe('https://ipfs.example')
      expect([url.search, url.hash]).toEqual(['', ''])
      expect(
        new URL(decoded(url.pathname).replaceAll('?', '').replaceAll('#', ''), url.origin).pathname,
      ).toMatch(/^\/gate\/ipfs\/[A-Za-z0-9]/)
    }),
    { numRuns: 3_000 },
  )
})
