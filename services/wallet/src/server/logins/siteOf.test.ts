import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPageOf } from './siteOf.ts'

const origin = 'https://shop.example'

test('isPageOf accepts the origin of a site with any path', () => {
  for (const page of [
    origin,
    `${origin}/`,
    `${origin}/cart/3`,
    `${origin}/caf%C3%A9/`,
    `${origin}/a//b`,
  ])
    expect([page, isPageOf(origin, page)]).toEqual([page, true])
  expect(isPageOf('http://localhost:5173', 'http://localhost:5173/demo')).toBe(true)
})

test('every URL that isPageOf accepts leads to the site, has no query and no fragment, and is normalized', () => {
  const odd = fc.oneof(
    fc.constantFrom(
      'https://shop.example',
      '//',
      '/',
      '@',
      '?',
      '#',
      '\\',
      '\0',
      '%00',
      'blob:',
      'javascript:',
      '..',
      ':443',
      ' ',
      '\t',
      '%5C',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 5 }), fc.boolean(), (parts, begins) => {
      const text = (begins ? `${origin}/` : '') + parts.join('')
      if (!isPageOf(origin, text)) return
      const url = new URL(text)
      expect([url.origin, url.search, url.hash, url.username, url.protocol]).toEqual([
        origin,
        '',
        '',
        '',
        'https:',
      ])
      expect([url.href, `${text}/`]).toContain(text === origin ? `${text}/` : url.href)
      expect(text).toMatch(/^[\x21-\x7e]+$/)
      expect(text.slice(origin.length)).not.toMatch(/^\/\/|\\|%00|%5c/i)
    }),
    { numRuns: 5_000 },
  )
})
