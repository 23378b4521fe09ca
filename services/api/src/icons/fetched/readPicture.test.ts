import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import drawings from '../../../data/walletDrawings.json' with { type: 'json' }
import { jpegOf, pngOf, webpOf } from '../../testing/pictures.ts'
import { PictureError, pictureTypes, readPicture } from './readPicture.ts'

const svg = (inside: string, head = 'viewBox="0 0 24 24"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${head}>${inside}</svg>`)
/** The type of a picture; undefined if it is refused. */
function typeOf(bytes: Buffer<ArrayBuffer>): string | undefined {
  try {
    return readPicture(bytes).type
  } catch {
    return undefined // it is refused
  }
}
const makers = { 'image/png': pngOf, 'image/jpeg': jpegOf, 'image/webp': webpOf('VP8 ') } as const

test.each([
  ...Object.entries(makers),
  ['image/webp', webpOf('VP8L')] as const,
  ['image/webp', webpOf('VP8X')] as const,
])(
  'readPicture recognises %s by its bytes, and accepts it by the size in its header',
  (type, make) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16_000 }),
        fc.integer({ min: 1, max: 16_000 }),
        (width, height) => {
          const isTaken =
            Math.min(width, height) >= 32 &&
            Math.max(width, height) <= 256 &&
            Math.max(width, height) <= Math.min(width, height) * 1.1
          const bytes = make(width, height)
          if (isTaken) expect(readPicture(bytes)).toEqual({ type, bytes })
          else expect(() => readPicture(bytes)).toThrow(/^It is not/)
        },
      ),
    )
    for (const [width, height] of [
      [32, 32],
      [256, 256],
      [200, 190],
    ] as const)
      expect(readPicture(make(width, height)).type).toBe(type)
  },
)

test.each(Object.entries(drawings))('readPicture accepts our own drawing %s', (_, drawing) => {
  expect(readPicture(Buffer.from(drawing)).type).toBe('image/svg+xml')
})

test.each([
  '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>\n',
  '<svg width="24" height="24"><style>.a{fill:url(#b)}</style><path class="a" d="M0 0h1"/></svg>',
  '<svg viewBox="0 0 1 1"><use href="#a" xlink:href=\'#b\'/></svg>',
])('readPicture accepts the plain SVG %s', (text) => {
  expect(readPicture(Buffer.from(text)).type).toBe('image/svg+xml')
})

test.each([
  '<script>1</script>',
  '<SCRIPT>1</SCRIPT>',
  '<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>',
  '<foreignObject><p/></foreignObject>',
  '<image href="https://a.example/1.png"/>',
  '<path onload="1"/>',
  '<path\nonclick ="1"/>',
  '<a href="#x"><path/></a>',
  '<use href="https://a.example/a.svg#b"/>',
  '<use href = "data:image/svg+xml,x"/>',
  '<use href="&#104;ttps://a.example"/>',
  '<path style="fill:url(https://a.example/1.png)"/>',
  '<path style="fill:u\\72l(//a.example)"/>',
  '<path style="fill:url(&quot;https://a.example&quot;)"/>',
  '<style>@import "https://a.example/a.css";</style>',
  '<style><![CDATA[a{}]]></style>',
  '<!-- --><path/>',
  '<?xml-stylesheet href="#"?>',
  '<!DOCTYPE svg>',
  '<animate attributeName="href"/>',
  '<set attributeName="x"/>',
  '<iframe/>',
  '<use href="#a"/>'.repeat(17),
  '<path xml:base="https://a.example"/>',
  '< script>',
  '<',
])('readPicture refuses an SVG with the content %s', (inside) => {
  expect(() => readPicture(svg(inside))).toThrow(PictureError)
})

test.each([
  [
    'a handler behind an escape of another encoding',
    '<?xml version="1.0" encoding="ISO-2022-JP"?><svg viewBox="0 0 1 1"><path on\x1b(Bload="1"/></svg>',
  ],
  [
    'the same without the declaration',
    '<svg viewBox="0 0 1 1"><use hr\x1b(Bef="https://a.example"/></svg>',
  ],
  ...['UTF-7', 'utf-16', 'Shift_JIS', 'x-user-defined', 'UTF-8 ', ''].map((encoding) => [
    `the encoding ${JSON.stringify(encoding)}`,
    `<?xml version='1.0' encoding='${encoding}'?><svg viewBox="0 0 1 1"><path/></svg>`,
  ]),
])(
  'readPicture refuses an SVG with %s, which a browser would read as other characters',
  (_, text) => {
    expect(() => readPicture(Buffer.from(text ?? ''))).toThrow(PictureError)
  },
)

/** Drawings with `levels` parts, of which each draws the next one twice. */
const doubling: Record<string, (levels: number) => string> = {
  use: (levels) =>
    chain(levels, (id, next) => `<g id="${id}"><use href="#${next}"/><use href="#${next}"/></g>`),
  mask: (levels) =>
    chain(
      levels,
      (id, next) =>
        `<mask id="${id}"><path mask="url(#${next})"/><path mask='url(#${next})'/></mask>`,
    ),
  pattern: (levels) =>
    chain(
      levels,
      (id, next) =>
        `<pattern id='${id}'><path fill="url(#${next})" style="stroke:URL(#${next})"/></pattern>`,
    ),
  clipPath: (levels) =>
    chain(
      levels,
      (id, next) =>
        `<clipPath id="${id}"><path clip-path="url(#${next})"/><path clip-path="url(#${next})"/></clipPath>`,
    ),
}
const chain = (levels: number, draw: (id: string, next: string) => string) =>
  Array.from({ length: levels }, (_, level) => draw(`a${level}`, `a${level + 1}`)).join('') +
  `<path id="a${levels}"/><path mask="url(#a0)"/>`

test.each(Object.entries(doubling))(
  'readPicture refuses an SVG whose nested %s multiply the work of drawing, and accepts a shallow one',
  (_, make) => {
    expect(typeOf(svg(make(3)))).toBe('image/svg+xml')
    for (const levels of [40, 200]) expect(typeOf(svg(make(levels)))).toBeUndefined()
  },
)

test.each([
  [
    'a mask by a style',
    `<style>.a{mask:url(#a0)}</style>${'<g class="a">'.repeat(20)}${'</g>'.repeat(20)}<mask id="a0"><path class="a"/></mask>`,
  ],
  ['elements in elements', `${'<g>'.repeat(5_000)}${'</g>'.repeat(5_000)}`],
  ['an id twice', `${'<g id="a"/>'.repeat(2)}<use href="#a"/>`],
])('readPicture refuses an SVG with %s', (_, inside) => {
  expect(typeOf(svg(inside))).toBeUndefined()
})

test('readPicture accepts an SVG with one gradient for many shapes', () => {
  const gradient =
    '<linearGradient id="a"><stop offset="0"/></linearGradient><linearGradient id="b" href="#a"/>'
  expect(
    typeOf(
      svg(
        `<style>.a{fill:url(#b)}</style>${gradient}${'<path class="a" fill="url(#b)"/>'.repeat(500)}`,
      ),
    ),
  ).toBe('image/svg+xml')
})

test.each([
  '',
  '<',
  '<html><svg viewBox="0 0 1 1"></svg></html>',
  '<!doctype html><script>alert(1)</script>',
  '<svg viewBox="0 0 1 1">',
  '<svg></svg>',
  'GIF89a',
  '\0\0\x01\0',
  '{"a":1}',
  '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg viewBox="0 0 1 1">&b;</svg>',
  '<svg viewBox="0 0 1 1"></svg><script>1</script>',
  '<svg viewBox="0 0 1 1"></svg><svg/>x',
])('readPicture refuses %j', (text) => {
  expect(() => readPicture(Buffer.from(text))).toThrow('It is no PNG, JPEG, WebP or plain SVG')
})

test('readPicture reads or refuses any bytes, also after the header of a picture', () => {
  const heads = [
    Buffer.alloc(0),
    ...Object.values(makers).map((make) => make(64, 64)),
    webpOf('VP8L')(64, 64),
    webpOf('VP8X')(64, 64),
    svg('<path/>'),
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...heads),
      fc.nat(80),
      fc.uint8Array({ maxLength: 60 }),
      fc.nat(80),
      (head, cut, more, at) => {
        const bytes = Buffer.concat([head.subarray(0, cut), more, head.subarray(at)])
        try {
          const { type } = readPicture(bytes)
          expect(pictureTypes).toContain(type)
          if (type === 'image/svg+xml') expect(bytes.toString()).toMatch(/^\uFEFF?\s*<(svg|\?xml)/)
        } catch (error) {
          expect(error).toBeInstanceOf(PictureError)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('an SVG that readPicture accepts has only listed elements and attributes', () => {
  const parts = fc.constantFrom(
    '<',
    '>',
    '/',
    'script',
    'path',
    'svg',
    ' ',
    '"',
    "'",
    '=',
    'onload',
    'href',
    '#a',
    'https://a.example',
    'style',
    'url(',
    ')',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&lt;',
    '&',
    'd',
    '<path/>',
    '<g>',
    '</g>',
    '</svg>',
    '<svg>',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (made) => {
      const bytes = svg(made.join(''))
      expect(
        typeOf(bytes) === undefined ||
          !/<\s*(script|!|\?)|\sonload\s*=|href\s*=\s*["']?h/i.test(bytes.toString()),
      ).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
