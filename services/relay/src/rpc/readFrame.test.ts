import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFrame } from './readFrame.ts'

const digits = fc.bigInt({ min: 1_000_000_000n, max: 10n ** 31n }).map(String)
const spaces = fc.constantFrom('', ' ', '\n\t')

test('readFrame finds every id digit for digit, whatever surrounds it', () => {
  fc.assert(
    fc.property(
      digits,
      fc.boolean(),
      fc.json(),
      fc.json(),
      fc.string(),
      spaces,
      (id, quoted, before, after, key, space) => {
        const written = quoted ? `"${id}"` : id
        const members = [
          `${JSON.stringify(`${key}_`)}:${before}`,
          `"id"${space}:${space}${written}${space}`,
          '"jsonrpc":"2.0","method":"irn_publish"',
          `"params":${after}`,
        ]
        const frame = readFrame(`${space}{${members.join(',')}}`)
        expect(frame).toMatchObject({
          kind: 'request',
          id: written,
          name: id,
          method: 'irn_publish',
        })
      },
    ),
  )
})

test('of several ids in a frame, readFrame returns the last one', () => {
  fc.assert(
    fc.property(digits, digits, (first, last) => {
      expect(
        readFrame(`{"id":${first},"jsonrpc":"2.0","method":"m","x":{"id":1},"id":${last}}`),
      ).toMatchObject({ id: last })
    }),
  )
})

test('readFrame throws no error for any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((text) => `{"id":${text},"method":${text}}`),
      ),
      (text) => {
        expect(['request', 'acknowledgement', 'flaw']).toContain(readFrame(text).kind)
      },
    ),
  )
})
