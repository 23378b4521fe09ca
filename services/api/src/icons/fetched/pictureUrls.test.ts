import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHostCheck, createPictureUrls, isPictureUrl } from './pictureUrls.ts'

const nothing = { hosts: [], internal: [] }
const homepages = {
  from: ['https://{host}/apple-touch-icon.png'],
  hosts: ['xverse.app', 'www.xverse.app'],
  internal: [],
}
const hrefs = (
  source: Parameters<typeof createPictureUrls>[0],
  wallet: { id: string; homepage?: string },
) => createPictureUrls(source)(wallet).map(({ href }) => href)

test('the URLs of a wallet contain its id and the host of its homepage, in the order of the templates', () => {
  const from = ['https://a.example/{id}.png', 'https://b.example/icons?of={host}&size=128']
  expect(
    hrefs({ from, ...nothing }, { id: 'app.xverse', homepage: 'https://www.xverse.app/?a=b' }),
  ).toEqual([
    'https://a.example/app.xverse.png',
    'https://b.example/icons?of=www.xverse.app&size=128',
  ])
  expect(hrefs({ from, ...nothing }, { id: 'a/b?c#d&$&' })).toEqual([
    'https://a.example/a%2Fb%3Fc%23d%26%24%26.png',
  ])
})

test('the API requests a homepage only if the operator has named its host', () => {
  expect(hrefs(homepages, { id: 'a', homepage: 'https://www.xverse.app/' })).toEqual([
    'https://www.xverse.app/apple-touch-icon.png',
  ])
  for (const homepage of [
    'https://evil.example/',
    'https://xverse.app.evil.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'http://localhost/',
    'javascript:1',
    'none',
    undefined,
  ]) {
    expect(hrefs(homepages, { id: 'a', ...(homepage && { homepage }) }), homepage).toEqual([])
  }
})

test.each(['.', '..', '...', '', '\ud800'])('a wallet with the id %j has no URL', (id) => {
  expect(hrefs({ from: ['https://a.example/{id}/icon.png'], ...nothing }, { id })).toEqual([])
})

test('with any id and homepage, the URL has the host and the folder of its template', () => {
  const source = {
    from: ['https://a.example/wallets/{id}.png', 'https://{host}/icon.png'],
    hosts: ['b.example'],
    internal: [],
  }
  const piece = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '../x',
      '%2e%2e',
      '@evil.example',
      '//evil.example',
      '{host}',
      '{id}',
      '\\',
      '#',
      '?',
      'https://b.example@evil.example',
      'https://evil.example/b.example',
    ),
  )
  fc.assert(
    fc.property(piece, fc.oneof(piece, fc.webUrl()), (id, homepage) => {
      for (const url of createPictureUrls(source)({ id, homepage }))
        expect(url.href).toMatch(
          /^https:\/\/(a\.example\/wallets\/[^/?#]*\.png|b\.example\/icon\.png)$/,
        )
    }),
    { numRuns: 1_000 },
  )
})

test('a redirect may lead only to the host of a template, a named host, or a host of the internal network', () => {
  const may = createHostCheck({
    from: ['https://a.example/{id}'],
    hosts: ['cdn.example'],
    internal: ['127.0.0.1:81'],
  })
  for (const url of ['https://a.example/x', 'https://CDN.example/', 'http://127.0.0.1:81/x'])
    expect(may(new URL(url)), url).toBe(true)
  for (const url of [
    'http://a.example/',
    'https://a.example:8443/',
    'https://evil.example/',
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'http://127.0.0.1:82/',
    'https://user@a.example/',
    'file:///etc/passwd',
    'data:image/png,x',
    'ftp://127.0.0.1:81/',
  ])
    expect(may(new URL(url)), url).toBe(false)
})

test.each([
  [true, 'https://a.example/{id}', {}],
  [true, 'https://a.example/?of={host}', {}],
  [true, 'https://{host}/icon.png', { hosts: ['b.example'] }],
  [true, 'http://pictures:81/{id}', { internal: ['pictures:81'] }],
  [false, 'https://a.example/', {}],
  [false, 'http://a.example/{id}', {}],
  [false, 'https://a.example:81/{id}', {}],
  [false, 'https://{host}/icon.png', {}],
  [false, 'https://x{host}/icon.png', { hosts: ['b.example'] }],
  [false, 'https://{id}/a', { hosts: ['id'] }],
  [false, 'https://10.0.0.1/{id}', {}],
  [false, 'https://localhost/{id}', {}],
  [false, 'https://{host}.evil.example/', { hosts: ['b.example'] }],
  [false, '{id}', {}],
  [false, 'https://user:secret@a.example/{id}', {}],
  [false, 'https://{host}@a.example/', { hosts: ['b.example'] }],
] as const)('%s: isPictureUrl accepts %s with %j', (is, template, named) => {
  expect(isPictureUrl(template, { ...nothing, ...named })).toBe(is)
})
