import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Transaction } from '@scure/btc-signer'
import { txidOf } from './txidOf.ts'

test('the id of the first payment between people is that of the chain', () => {
  // block 170
  expect(
    txidOf({
      version: 1,
      locktime: 0,
      vin: [
        {
          txid: '0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9',
          vout: 0,
          scriptsig:
            '47304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901',
          sequence: 0xffff_ffff,
        },
      ],
      vout: [
        {
          scriptpubkey:
            '4104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac',
          value: 1_000_000_000n,
        },
        {
          scriptpubkey:
            '410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac',
          value: 4_000_000_000n,
        },
      ],
    }),
  ).toBe('f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16')
})

test('the id of any transaction is that of an independent library', () => {
  const hex = (maxLength: number) =>
    fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes).toString('hex'))
  const uint32 = fc.nat(0xffff_fffe)
  const hash = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
  const parts = fc.record({
    version: fc.constantFrom(1, 2, 3),
    locktime: uint32,
    vin: fc.array(
      fc.record({ txid: hash, vout: uint32, scriptsig: fc.constant(''), sequence: uint32 }),
      { minLength: 1, maxLength: 300 },
    ),
    vout: fc.array(fc.record({ scriptpubkey: hex(600), value: fc.bigInt(0n, 21n * 10n ** 14n) }), {
      minLength: 1,
      maxLength: 300,
    }),
  })
  fc.assert(
    fc.property(parts, ({ version, locktime, vin, vout }) => {
      const other = new Transaction({
        version,
        lockTime: locktime,
        allowUnknownOutputs: true,
        allowUnknownInputs: true,
        disableScriptCheck: true,
      })
      for (const { txid, vout: index, sequence } of vin)
        other.addInput({ txid, index, sequence, finalScriptSig: new Uint8Array() })
      for (const { scriptpubkey, value } of vout)
        other.addOutput({ script: Buffer.from(scriptpubkey, 'hex'), amount: value })
      expect(txidOf({ version, locktime, vin, vout })).toBe(other.id)
    }),
    { numRuns: 30 },
  )
})
