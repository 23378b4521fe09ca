import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { playHistory } from '../../bake/bitcoin/playHistory.ts'
import { writeCheckedLine } from '../checkedLines.ts'
import { readBitcoinDeployment } from './store/readBaked.ts'
import { writeBlock } from './wire/block.ts'

test('the bake of the same time gives the same blocks', () => {
  const { bakeId, bakedAt } = readBitcoinDeployment()
  const text = playHistory(bakedAt)
    .blocks.slice(1)
    .map((block) => writeCheckedLine({ kind: 'block', hex: writeBlock(block).toString('hex') }))
    .join('')
  expect(createHash('sha256').update(text).digest('hex').slice(0, bakeId.length)).toBe(bakeId)
})
