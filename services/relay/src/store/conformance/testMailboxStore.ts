import { testBounds } from './testBounds.ts'
import { testMessages } from './testMessages.ts'
import { testShares } from './testShares.ts'
import { testSubscriptions } from './testSubscriptions.ts'
import { testWatch } from './testWatch.ts'
import { testWatchShares } from './testWatchShares.ts'
import type { OpenStore } from './world.ts'

/** Tests what every mailbox store has to do. */
export function testMailboxStore(open: OpenStore): void {
  testMessages(open)
  testSubscriptions(open)
  testBounds(open)
  testShares(open)
  testWatch(open)
  testWatchShares(open)
}
