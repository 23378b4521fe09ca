/**
 * Generated instructions, parsed by the wallet and by the devnet's node (`jsonParsed`): two parsers
 * of the same format.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseInstruction } from '../../../../../../devnet/src/solana/parsed/parseInstruction.ts'
import { decodeInstruction } from './decodeInstruction.ts'
import { tokenPrograms } from './programs/tokenPrograms.ts'
import { keyOf, littleEndian } from './testing/describe.ts'

const keys = [1, 2, 3, 4, 5, 6].map((digit) => keyOf(digit).toBase58())
const system = '11111111111111111111111111111111'
const number = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => littleEndian(value, 8))
const part = fc.oneof(
  number,
  fc.integer({ min: 1, max: 6 }).map((digit) => [...keyOf(digit).toBytes()]),
  fc.constantFrom([0], [1], [4, 0, 0, 0, 0, 0, 0, 0, 115, 101, 101, 100]),
  fc.uint8Array({ maxLength: 9 }).map((bytes) => [...bytes]),
)
const data = fc.array(part, { maxLength: 5 }).map((parts) => parts.flat())
const place = fc.integer({ min: 0, max: keys.length - 1 })
const step = fc.oneof(
  fc.tuple(
    fc.constant(system),
    fc.integer({ min: 0, max: 14 }).map((tag) => littleEndian(tag, 4)),
    data,
    fc.array(place, { maxLength: 6 }),
  ),
  fc.tuple(
    fc.constantFrom(...Object.values(tokenPrograms)),
    fc.integer({ min: 0, max: 50 }).map((tag) => [tag]),
    data,
    fc.array(place, { maxLength: 6 }),
  ),
)

type Parsed = {
  parsed?: {
    type: string
    info: Record<string, unknown> & { tokenAmount?: { amount: string; decimals: number } }
  }
}

test('the wallet and the devnet’s parser read the same amount and recipient from each instruction', () => {
  let decodedCount = 0
  fc.assert(
    fc.property(step, ([program, tag, rest, accounts]) => {
      const bytes = Uint8Array.from([...tag, ...rest])
      const [read] = decodeInstruction({
        program,
        accounts: accounts.map((index) => ({
          address: keys[index],
          isSigner: false,
          isWritable: true,
        })),
        data: bytes,
      })
      if (!read || read.step.kind === 'unknown') return
      decodedCount++
      // newer than the devnet's formats: CreateAccountAllowPrefund, UpgradeNonceAccount,
      // UnwrapLamports
      if ((program === system && (tag[0] ?? 0) > 11) || (program !== system && tag[0] === 45))
        return
      const answer = parseInstruction(
        { programIdIndex: keys.length, accounts, data: bytes },
        [...keys, program],
        null,
      ) as unknown as Parsed // the test reads only these members
      expect(answer.parsed, `${program} ${tag.join()}`).toBeDefined()
      const info = answer.parsed?.info ?? {}
      const amount = info['lamports'] ?? info['amount'] ?? info.tokenAmount?.amount
      if ('amount' in read.step && amount !== undefined)
        expect(read.step.amount).toBe(BigInt(String(amount)))
      if ('decimals' in read.step && read.step.decimals !== undefined)
        expect(read.step.decimals).toBe(info.tokenAmount?.decimals)
      const to = info['destination'] ?? info['newAccount']
      if ('to' in read.step && to !== undefined) expect(read.step.to).toBe(to)
      if (read.step.kind === 'assign') expect(read.step.program).toBe(info['owner'])
    }),
    { numRuns: 4_000 },
  )
  expect(decodedCount).toBeGreaterThan(100)
})
