import type { Browser } from '@playwright/test'
import { serveHistory } from '../activity/serveHistory.ts'
import { visitActivity } from '../activity/visitActivity.ts'
import type { ActivityVisit } from '../activity/visitActivity.ts'
import type { Group, Row } from '../group.ts'
import { launchChromium } from '../launchChromium.ts'
import { serveSite } from '../phone/serveSite.ts'
import { frame, framesOf } from '../scrolling/scroll.ts'
import { buildSite } from '../sizes/buildSite.ts'
import { percentile, rangeOf } from '../statistics.ts'

/** Number of the account's transactions: usually, and in the measurement on a slow phone. */
const entries = { usual: 100_000, slow: 10_000 }
const slow = 4

let version = ''

/** Measures whether a long history scrolls smoothly. */
export const group: Group = {
  title: 'Activity',
  needsBrowser: true,
  how: `An account with ${entries.usual.toLocaleString('en')} transactions, 50 a page, from a server on this machine that answers as the API does. In headless Chromium,
390 × 844, \`tests/bench/sites/withApi.tsx\`: the list scrolls by fifteen transactions a frame from its beginning to its end, with every
page fetched on the way, and back. The last part is the last twentieth, when all else is held; its frames are told with those in which the
list waits for a page. A frame is 17 ms. Work is the processor's time, whatever else runs. The slow phone runs scripts ${slow}× slower, through
${entries.slow.toLocaleString('en')} transactions.`,
  versions: () => [`Chromium ${version}`],
  async measure(signal) {
    const site = await serveSite(await buildSite(new URL('../sites/withApi.tsx', import.meta.url)))
    const browser = await launchChromium(signal)
    try {
      version = browser.version()
      const usual = await visit(browser, site.url, { slower: 1, count: entries.usual })
      const phone = await visit(browser, site.url, { slower: slow, count: entries.slow })
      return [...rowsOf('', usual), ...rowsOf(', slow phone', phone)]
    } finally {
      await browser.close()
      await site.close()
    }
  },
}

async function visit(
  browser: Browser,
  site: string,
  { slower, count }: { slower: number; count: number },
): Promise<ActivityVisit> {
  const api = await serveHistory(count)
  try {
    return await visitActivity(browser, `${site}#${api.url}`, { slower, entries: count })
  } finally {
    await api.close()
  }
}

function rowsOf(where: string, { down, last, up, heap }: ActivityVisit): readonly Row[] {
  const budget = where === '' ? frame : undefined
  return [
    ...framesOf(`scrolled on, pages on their way${where}`, down, budget),
    {
      label: `the last part${where}: 99 % of frames within`,
      unit: 'ms',
      measured: percentile(last.all, 0.99),
      range: rangeOf(last.all),
    },
    {
      label: `the last part${where}: work of the main thread for a frame`,
      unit: 'ms',
      measured: last.busy,
    },
    ...framesOf(`scrolled back${where}`, up, budget),
    { label: `memory of the page's scripts with all of it${where}`, unit: 'MB', measured: heap },
  ]
}
