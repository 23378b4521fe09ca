import { expect, test } from 'vitest'
import { readUrl } from './readUrl.ts'

test('`readUrl` reads an absolute URL or one with a base, and returns undefined for other texts', () => {
  expect(readUrl('https://fox.example/a')?.pathname).toBe('/a')
  expect(readUrl('a', 'https://fox.example/b/c')?.href).toBe('https://fox.example/b/a')
  for (const text of ['', 'a', 'https://', 'https://fox.example:99999'])
    expect(readUrl(text)).toBeUndefined()
})

test('`readUrl` reads a host with non-ASCII letters, also after 50,000 other URLs', () => {
  for (let at = 0; at < 50_000; at++) readUrl(`https://fox${at % 7}.example/`)
  expect(readUrl('https://münchen.example/')?.host).toBe('xn--mnchen-3ya.example')
})
