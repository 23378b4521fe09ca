import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Queries } from '@latchkey/server/db/database'
import {
  activity,
  approvals,
  blocks,
  holdings,
  reserves,
  transactions,
  transfers,
} from '../db/schema.ts'
import { addingUp, moveHead } from './appendBlocks.ts'
import type { Head } from './chainIndex.ts'
import { zeroAddress } from './holdingChanges.ts'

/** Number of blocks that one transaction removes. */
const atOnce = 500

/**
 * Removes the newest blocks, a part in each transaction, until `to` is the head. If `to` is
 * undefined, it removes all blocks. Returns false when `head` is not the head.
 */
export async function rollBackBlocks(
  queries: Queries,
  chain: number,
  head: Head,
  to: Head | undefined,
): Promise<boolean> {
  let from = head
  for (;;) {
    const next = await nextHead(queries, chain, from, to)
    const moved = await queries.transaction(async (work) => {
      if (!(await moveHead(work, chain, from, next))) return false
      await takeBack(work, chain, next?.number ?? -1)
      return true
    })
    if (!moved || !next || next.number === to?.number) return moved
    from = next
  }
}

async function nextHead(
  queries: Queries,
  chain: number,
  from: Head,
  to: Head | undefined,
): Promise<Head | undefined> {
  const lowest = from.number - atOnce
  if (to && to.number >= lowest) return to
  const [found] = await queries
    .select({ number: blocks.number, hash: blocks.hash })
    .from(blocks)
    .where(and(eq(blocks.chain, chain), lte(blocks.number, lowest)))
    .orderBy(desc(blocks.number))
    .limit(1)
  return found ?? to
}

async function takeBack(work: Queries, chain: number, last: number): Promise<void> {
  await work.execute(sql`insert into ${holdings} (owner, chain, token, kind, token_id, amount)
    select owner, ${chain}, token, kind, token_id, sum(change) from (
      select ${transfers.sender} as owner, ${transfers.amount} as change, token, kind, token_id from ${transfers} where chain = ${chain} and block > ${last} and kind >= 2
      union all
      select ${transfers.recipient}, -${transfers.amount}, token, kind, token_id from ${transfers} where chain = ${chain} and block > ${last} and kind >= 2
    ) as changes where owner <> ${bytes(zeroAddress)} group by owner, token, kind, token_id order by owner, token, kind, token_id ${addingUp}`)
  await work.execute(sql`delete from ${activity} using (
      select sender as account, block, index from ${transactions} where chain = ${chain} and block > ${last}
      union select recipient, block, index from ${transactions} where chain = ${chain} and block > ${last}
      union select created, block, index from ${transactions} where chain = ${chain} and block > ${last}
      union select sender, block, index from ${transfers} where chain = ${chain} and block > ${last}
      union select recipient, block, index from ${transfers} where chain = ${chain} and block > ${last}
      union select owner, block, index from ${approvals} where chain = ${chain} and block > ${last}
    ) as gone join ${blocks} on ${blocks.chain} = ${chain} and ${blocks.number} = gone.block
    where ${activity.account} = gone.account and ${activity.chain} = ${chain} and ${activity.minedAt} = ${blocks.minedAt}
      and ${activity.block} = gone.block and ${activity.index} = gone.index`)
  for (const table of [transactions, transfers, approvals, reserves])
    await work.delete(table).where(and(eq(table.chain, chain), gt(table.block, last)))
  await work.delete(blocks).where(and(eq(blocks.chain, chain), gt(blocks.number, last)))
}

function bytes(hex: string) {
  return sql`decode(${hex.slice(2)}, 'hex')`
}
