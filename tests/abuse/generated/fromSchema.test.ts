import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fungiblePrice } from '@latchkey/protocol/api'
import {
  irnBatchPublish,
  irnBatchReceive,
  irnPublish,
  wcApproveSession,
} from '@latchkey/protocol/relay'
import { valuesNear } from './fromSchema.ts'
import { toJson } from './hostile.ts'

const sampled = (schema: v.GenericSchema) =>
  fc.sample(valuesNear(schema), { seed: 1, numRuns: 300 })

test.each([
  ['a message', irnPublish.params],
  ['a batch of messages', irnBatchPublish.params],
  ['a batch of receipts', irnBatchReceive.params],
  ['an approval', wcApproveSession.params],
  ['a request for prices', fungiblePrice.body],
] as [string, v.GenericSchema][])(
  'the generator makes valid and invalid values of %s',
  (_, schema) => {
    const right = sampled(schema).filter((value) => v.safeParse(schema, value).success).length
    expect(right).toBeGreaterThan(10)
    expect(right).toBeLessThan(290)
  },
)

test('the generated JSON contains 1e999 and the member `__proto__`', () => {
  const texts = fc
    .sample(fc.array(valuesNear(irnPublish.params), { minLength: 40, maxLength: 40 }), {
      seed: 1,
      numRuns: 10,
    })
    .map(toJson)
    .join()
  expect(texts).toMatch(/[:,[]1e999\b/)
  expect(texts).toContain('"__proto__"')
})
