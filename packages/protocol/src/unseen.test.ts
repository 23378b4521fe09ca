import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { cutText } from './cutText.ts'
import { trimUnseen } from './trimUnseen.ts'
import { withoutUnseen } from './unseen.ts'

/** Emoji of Unicode that contain characters which are invisible when they stand alone. */
const sequences = [
  '👩‍🚀',
  '🏴‍☠️',
  '🏳️‍🌈',
  '🏳️‍⚧️',
  '👨‍👩‍👧‍👦',
  '👩🏽‍🚀',
  '🧑🏿‍🤝‍🧑🏻',
  '👁️‍🗨️',
  '🐦‍⬛',
  '❤️‍🔥',
  '🙂‍↔️',
  '👨‍🦰',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  '1️⃣',
  '#️⃣',
  '❤️',
  '©️',
  '🇫🇷',
]

test.each([
  ...sequences,
  'نامه‌ای',
  'می‌خواهم',
  'क्‍ष',
  'শ্রী',
  'ක්‍රි',
  '葛\u{e0100}',
  'ᠡ\u180b',
  '한글',
  'ភាសា',
])('`withoutUnseen` does not change %s', (sign) => {
  expect(withoutUnseen(sign)).toBe(sign)
  expect(withoutUnseen(`a${sign}.${sign}b`)).toBe(`a${sign}.${sign}b`)
})

test.each([
  ['a joiner between letters', 'le\u200dna', 'lena'],
  ['a non-joiner between letters', 'le\u200cna', 'lena'],
  ['a joiner at the end of the text', '👩\u200d', '👩'],
  ['a joiner before an emoji', 'a\u200d🚀', 'a🚀'],
  ['variation selectors of Mongolian alone', 'USD\u180b\u180bC', 'USDC'],
  ['characters that Unicode reserves for invisible ones', 'a\u2065b\ufff0c\u{e0fff}d', 'abcd'],
  ['two joiners', '👩\u200d\u200d🚀', '👩🚀'],
  ['a joiner at the end of a word', 'نامه\u200c', 'نامه'],
  ['tags without a flag', 'a\u{e0067}\u{e0062}', 'a'],
  ['tags that do not make a flag', '\u{1f3f4}\u{e0068}\u{e0069}\u{e007f}', '\u{1f3f4}'],
  ['marks of the writing direction', '\u202ehte.a\u202c\u2066b\u2069\u200f', 'hte.ab'],
  [
    'controls, line separators, private and half characters',
    'a\u0000\n\u2028\u2029\ue000\ud800b',
    'ab',
  ],
  ['a filler of Hangul', 'USDC\u3164', 'USDC'],
  ['fillers alone', '\u3164\u115f\u1160\uffa0\u17b4\u17b5\u2800\u034f\ufe0f\u{e0100}\u180b', ''],
  ['a joiner between fillers', '\u3164\u200d\u3164\u{e0100}\u200d\ufe00', ''],
  ['a choice of form behind a letter', 'US\ufe0fDC\ufe00\u{e0101}1\ufe0f', 'USDC1'],
  ['a second choice of form', '❤\ufe0f\ufe0f', '❤\ufe0f'],
  ['a soft hyphen, a byte order mark', '\ufeffle\u00adna', 'lena'],
])('`withoutUnseen` removes %s', (_, text, left) => {
  expect(withoutUnseen(text)).toBe(left)
})

const part = fc.constantFrom(
  ...sequences,
  '\u200d',
  '\u200c',
  '\u202e',
  '\u{e0067}',
  '\u{e007f}',
  '🏴',
  '👩',
  '🚀',
  '\ufe0f',
  '\u3164',
  '\u{e0100}',
  '葛',
  '1',
  '\u20e3',
  'ه',
  'a',
  ' ',
  '\u0000',
)

test('`withoutUnseen` does not change a text that it has cleaned', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const once = withoutUnseen(parts.join(''))
      expect(withoutUnseen(once)).toBe(once)
    }),
  )
})

test('`trimUnseen` removes invisible characters only at both ends', () => {
  expect([
    trimUnseen(' \u202a0xab\u202c\n'),
    trimUnseen('\u200b'),
    trimUnseen(''),
    trimUnseen('a'),
    trimUnseen('a\u200bb'),
  ]).toEqual(['0xab', '', '', 'a', 'a\u200bb'])
  const long = 'a'.concat('\u200b'.repeat(200_000), 'b')
  expect(trimUnseen(long)).toBe(long)
})

test('`cutText` reads a long text only up to the cut', () => {
  const long = 'a'.repeat(1_000_000)
  const segments = Reflect.get(Intl.Segmenter.prototype, 'segment') as Intl.Segmenter['segment']
  let read = 0
  Intl.Segmenter.prototype.segment = function (text) {
    const all = segments.call(this, text)
    return Object.assign(Object.create(all) as typeof all, {
      *[Symbol.iterator]() {
        for (const segment of all) yield (read++, segment)
      },
    })
  }
  onTestFinished(() => void (Intl.Segmenter.prototype.segment = segments))
  expect(cutText(long, 20)).toHaveLength(20)
  expect(read).toBeLessThan(30)
})

test('`cutText` does not cut inside a character sequence', () => {
  expect([cutText('ab', 1), cutText('ab', 2), cutText('', 3)]).toEqual(['a', 'ab', ''])
  fc.assert(
    fc.property(fc.constantFrom(...sequences), fc.nat(12), (sign, max) => {
      const cut = cutText(`x${sign}`, max)
      expect(['', 'x', `x${sign}`]).toContain(cut)
      expect(Array.from(cut).length).toBeLessThanOrEqual(max)
    }),
  )
})
