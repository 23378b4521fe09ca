import { expect, test } from 'vitest'
import { createTestChain } from '../testing/createTestChain.ts'
import { scriptKinds, scriptOfKind, spend, type KindName } from '../testing/kinds.ts'
import { judge } from './judge.ts'

const own = scriptOfKind('p2wpkh')

test.each(Object.keys(scriptKinds) as KindName[])(
  'a signature of %s for some outputs alone stays good when the others change',
  (kind) => {
    const chain = createTestChain()
    const coin = chain.pay(kind)
    const outputs = [
      { script: own, value: 400_000n },
      { script: own, value: 500_000n },
    ]
    for (const [sighash, isGood] of [
      [0x01, false],
      [0x03, true],
      [0x83, true],
    ] as const) {
      const raw = spend(chain, kind, [coin], { sighash, outputs })
      expect(judge(chain, raw).fee).toBe(100_000n)
      const changed = Buffer.from(raw)
      const at = changed.lastIndexOf(Buffer.from('20a1070000000000', 'hex')) // 500,000
      changed.writeUInt8(0x21, at)
      if (isGood) expect(judge(chain, changed).fee).toBe(99_999n)
      else expect(() => judge(chain, changed)).toThrow('mandatory-script-verify-flag-failed')
    }
  },
)
