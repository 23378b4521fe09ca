import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bytesIn } from './bytesIn.ts'

/** Bytes that report a false length and type. */
class LyingBytes extends Uint8Array<ArrayBuffer> {
  override get length(): number {
    return 64
  }

  override *[Symbol.iterator](): ArrayIterator<number> {
    for (let at = 0; at < 1_000; at++) yield 9
  }
}

test('bytesIn accepts a Uint8Array of an allowed length, also from another frame, and refuses other values', () => {
  expect(bytesIn(Uint8Array.of(1, 2), [2, 2])).toEqual(Uint8Array.of(1, 2))
  expect(bytesIn(runInNewContext('Uint8Array.of(1, 2)'), [2, 2])).toEqual(Uint8Array.of(1, 2))
  expect(bytesIn(LyingBytes.of(1, 2, 3), [64, 64])).toBeUndefined()
  expect(bytesIn(LyingBytes.of(1, 2, 3), [1, 3])).toEqual(Uint8Array.of(1, 2, 3))
  for (const none of [
    [1, 2],
    'ab',
    null,
    Uint16Array.of(1, 2),
    new DataView(new ArrayBuffer(2)),
    new Proxy(Uint8Array.of(1, 2), {}),
    { length: 2, 0: 1, 1: 2, [Symbol.toStringTag]: 'Uint8Array' },
  ])
    expect(bytesIn(none, [0, 9])).toBeUndefined()
})
