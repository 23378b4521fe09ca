import type { Hex } from '../runtime/chopsticks.ts'
import type { StoredBlock } from '../runtime/messages.ts'

/** A line of a stored chain. The first line is the head; the others are what happened, in order. */
export type Line =
  | { kind: 'head'; version: 1; genesisId: string }
  /** A transaction was accepted, and waits for a block. */
  | { kind: 'accepted'; extrinsic: Hex }
  | { kind: 'block'; block: StoredBlock }
  /**
   * The block before those that follow. Its changes are all since the genesis; earlier blocks were
   * forgotten.
   */
  | { kind: 'base'; block: StoredBlock }

/** What the lines of a chain add up to. */
export type StoredChain = {
  blocks: readonly StoredBlock[]
  /** Accepted transactions that are in no block. */
  waiting: readonly Hex[]
}

/**
 * Reads the chain from its lines. Undefined if a block is missing.
 */
export function chainOf(lines: readonly Line[]): StoredChain | undefined {
  const blocks: StoredBlock[] = []
  const waiting = new Set<Hex>()
  for (const line of lines) {
    if (line.kind === 'accepted') waiting.add(line.extrinsic)
    if (line.kind !== 'block' && line.kind !== 'base') continue
    const before = blocks.at(-1)?.number ?? 0
    if (line.kind === 'base' ? blocks.length > 0 : line.block.number !== before + 1)
      return undefined
    blocks.push(line.block)
    for (const extrinsic of line.block.extrinsics) waiting.delete(extrinsic)
  }
  return { blocks, waiting: [...waiting] }
}

/** The lines of a chain whose first blocks are merged into one, so that `keep` others remain. */
export function shorten({ blocks, waiting }: StoredChain, keep: number): readonly Line[] {
  const old = blocks.slice(0, Math.max(0, blocks.length - keep))
  const newest = old.at(-1)
  const changes = Object.assign({}, ...old.map((block) => block.changes))
  return [
    ...(newest ? [{ kind: 'base' as const, block: { ...newest, changes } }] : []),
    ...blocks.slice(old.length).map((block) => ({ kind: 'block' as const, block })),
    ...waiting.map((extrinsic) => ({ kind: 'accepted' as const, extrinsic })),
  ]
}
