import type { Row } from '../group.ts'
import { median, percentile, rangeOf } from '../statistics.ts'
import { requestLoad, type Load } from './requestLoad.ts'
import { accountAt } from './startNode.ts'

/** Number of requests before all turns and of one turn, and of turns. `brief`: for a comparison of two commits. */
const counts = {
  usual: { warmUp: 500, cold: 100, again: 300, turns: 5 },
  brief: { warmUp: 200, cold: 60, again: 200, turns: 3 },
}
/** Time limit of an answer in milliseconds. */
const limit = 60_000
/** Number of pages back from the newest page of the busiest account. */
const deep = 200

/** The addresses of the API and of the floor. */
export type Urls = { api: string; floor: string }

/** Measures how long histories take, and how many a second, compared with the floor. */
export async function measureHistories(
  name: string,
  urls: Urls,
  { isBrief, signal }: { isBrief: boolean; signal: AbortSignal },
): Promise<readonly Row[]> {
  const count = isBrief ? counts.brief : counts.usual
  const api = (account: number) => `${urls.api}/v1/account/${accountAt(account)}/history`
  const floor = (account: number) => `${urls.floor}/history/${accountAt(account)}`
  // both get the same accounts, in the same order
  const next = { api: 1, floor: 1 }
  const cold = { api: () => api((next.api += 1)), floor: () => floor((next.floor += 1)) }
  const again = { api: () => api(1), floor: () => floor(1) }
  for (const address of [cold.floor, cold.api, again.floor, again.api])
    await requestLoad({ count: count.warmUp, clients: 5, address, limit, signal })
  const far = `${api(0)}?cursor=${await cursorOf(api(0), deep, signal)}`

  const rows: Row[] = []
  for (const clients of [1, 100]) {
    const label = (load: string) =>
      `${name}: history, ${load}, ${clients === 1 ? '1 client' : `${clients} clients`}`
    const turns = (requests: number, addresses: Addresses) =>
      inTurns(count.turns, addresses, (address) =>
        requestLoad({ count: requests, clients, address, limit, signal }),
      )
    rows.push(
      ...rowsOf(label('cold'), await turns(count.cold, cold)),
      ...rowsOf(label('again'), await turns(count.again, again)),
      ...rowsOf(label(`${deep} pages back`), await turns(count.again, { api: () => far })),
    )
  }
  return rows
}

/** How the address of each request is made. Without `floor` nothing is compared. */
type Addresses = { api: () => string; floor?: () => string }
type Turns = { api: Load[]; floor: Load[] }

async function inTurns(
  count: number,
  { api, floor }: Addresses,
  load: (address: () => string) => Promise<Load>,
): Promise<Turns> {
  const turns: Turns = { api: [], floor: [] }
  for (let turn = 0; turn < count; turn++) {
    if (floor) turns.floor.push(await load(floor))
    turns.api.push(await load(api))
  }
  return turns
}

function rowsOf(label: string, { api, floor }: Turns): readonly Row[] {
  const milliseconds = api.flatMap((load) => load.milliseconds)
  const ratios = floor.map(({ perSecond }, turn) => perSecond / (api[turn]?.perSecond ?? NaN))
  return [
    {
      label: `${label}: half within`,
      unit: 'ms',
      measured: median(milliseconds),
      range: rangeOf(milliseconds),
    },
    { label: `${label}: 99 % within`, unit: 'ms', measured: percentile(milliseconds, 0.99) },
    rateRow(`${label}: answers`, api),
    ...(floor.length === 0
      ? []
      : [
          rateRow(`${label}: answers of the handler`, floor),
          {
            label: `${label}: the handler, compared`,
            unit: 'times' as const,
            measured: median(ratios),
            range: rangeOf(ratios),
            budget: 2,
          },
        ]),
  ]
}

function rateRow(label: string, loads: readonly Load[]): Row {
  const rates = loads.map(({ perSecond }) => perSecond)
  return { label, unit: 'per second', measured: median(rates), range: rangeOf(rates) }
}

/**
 * Reads at most `pages` pages, and returns the cursor of the next; of the last one, if the history
 * is shorter.
 */
async function cursorOf(history: string, pages: number, signal: AbortSignal): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const response: Response = await fetch(
      cursor === '' ? history : `${history}?cursor=${cursor}`,
      { signal },
    )
    const answer: { next: string | null } = await response.json()
    if (answer.next === null) return cursor
    cursor = answer.next
  }
  return cursor
}
