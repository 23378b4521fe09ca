import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDataUri, pictureUri } from './dataUri.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="50%" fill="#fff"><text>é 🥖</text></svg>'

test.each<[string, string]>([
  ['no escaped characters', `data:image/svg+xml,${svg}`],
  ['all escaped', `data:image/svg+xml,${encodeURIComponent(svg)}`],
  ['a charset without a name', `data:image/svg+xml;utf8,${svg}`],
  ['a charset', `data:image/svg+xml; charset=utf-8,${encodeURIComponent(svg)}`],
  ['base64', `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`],
  [
    'base64 without padding',
    `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64').replace(/=+$/, '')}`,
  ],
  [
    'base64 in lines',
    `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64').replace(/.{20}/g, '$&\n')}`,
  ],
  [
    'base64 that is escaped',
    `data:image/svg+xml;base64,${encodeURIComponent(Buffer.from(svg).toString('base64'))}`,
  ],
  [
    'in capitals, with spaces',
    ` DATA:Image/SVG+XML ;charset=UTF-8; BASE64,${Buffer.from(svg).toString('base64')}`,
  ],
])('pictureUri reads a picture with %s', (_, uri) => {
  expect(pictureUri(uri, 10_000)).toBe(
    `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  )
})

test.each([
  ['base64 of URLs', `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64url')}`],
  ['half a padding', 'data:image/png;base64,QQ='],
  ['padding without need', 'data:image/png;base64,QUJD='],
  ['one character', 'data:image/png;base64,Q'],
  ['a space outside ASCII', 'data:image/png;base64,QQ\u00a0=='],
])('pictureUri refuses %s, as a browser does', async (_, uri) => {
  await expect(fetch(uri)).rejects.toThrow()
  expect(pictureUri(uri, 10_000)).toBeUndefined()
})

test('parseDataUri reads every URI without line breaks and fragments as fetch does', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      '%',
      '%4',
      '%41',
      '%zz',
      ';',
      'base64',
      ';base64',
      ',',
      ' ',
      'image/png',
      'text/html',
      '=',
      'QQ==',
      'QQ',
      'Q-_',
      ';base64,',
      '\u00a0',
      'é',
      '"',
      '/',
      'charset=utf-8',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  )
  const uri = fc
    .array(part, { maxLength: 10 })
    .map((parts) => `data:${parts.join('').replace(/[#\t\n\f\r\p{Cc}]/gu, '')}`)
  await fc.assert(
    fc.asyncProperty(uri, async (text) => {
      const read = parseDataUri(text, 1_000)
      // Node's fetch reads data URIs as the standard says
      const answer = await fetch(text).catch(() => undefined)
      if (!answer) expect(read, text).toBeUndefined()
      else expect(read?.bytes.equals(Buffer.from(await answer.arrayBuffer())), text).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('parseDataUri reads or refuses any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }).map((text) => `data:${text}`),
      ),
      (text) => {
        expect(parseDataUri(text, 100)?.type ?? '').toMatch(/^(\S+\/\S+)?$/)
      },
    ),
  )
})
