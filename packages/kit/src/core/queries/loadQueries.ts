import type { Kit } from '../kit/kit.ts'
import { contextOf } from '../kit/context.ts'
import { perKit } from '../kit/perKit.ts'
import type { Queries } from './createQueries.lazy.ts'

const loaded = perKit((): { queries?: Queries } => ({}))

/** Returns the kit's own query client, once {@link loadQueries} has loaded its code. */
export const loadedQueries = (kit: Kit): Queries | undefined => loaded(kit).queries

/**
 * Loads the kit's own query client, and stores it for {@link loadedQueries}, so that later readers
 * get a cached answer at once.
 */
export async function loadQueries(kit: Kit): Promise<Queries> {
  const queries = await contextOf(kit).queries()
  loaded(kit).queries = queries
  return queries
}
