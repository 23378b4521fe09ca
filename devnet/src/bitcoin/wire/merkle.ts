import { hash256 } from './hash.ts'

/** The root of a tree of hashes, and the branch that proves the hash at `position`. */
export function merkleTree(
  hashes: readonly Buffer[],
  position = 0,
): { root: Buffer; branch: Buffer[] } {
  const branch: Buffer[] = []
  let row = hashes
  for (let at = position; row.length > 1; at >>= 1) {
    const beside = row[at ^ 1] ?? row[at]
    if (beside) branch.push(beside)
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, index) => parentOf(row, index))
  }
  return { root: row[0] ?? Buffer.alloc(32), branch }
}

function parentOf(row: readonly Buffer[], index: number): Buffer {
  const first = row[2 * index] ?? Buffer.alloc(32)
  return hash256(Buffer.concat([first, row[2 * index + 1] ?? first]))
}
