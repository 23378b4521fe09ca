import type { Group, Row } from '../group.ts'
import { guides } from '../afternoon/kits.ts'
import { measureFirstSetup } from '../afternoon/measureFirstSetup.ts'
import type { FirstSetup } from '../afternoon/measureFirstSetup.ts'
import { launchChromium } from '../launchChromium.ts'

const measures: { readonly [key in keyof FirstSetup]: Pick<Row, 'label' | 'unit'> } = {
  typed: { label: 'characters typed, commands and code', unit: 'count' },
  lines: { label: 'lines of code in the one file that is touched', unit: 'count' },
  packages: { label: 'packages that come along', unit: 'count' },
  megabytes: { label: 'size of their files', unit: 'MB' },
  installs: { label: '`npm install` of the kit', unit: 's' },
  connects: { label: 'from `npm run dev` to a connected wallet', unit: 's' },
  all: {
    label: 'from `npm create vite` to a connected wallet and a build, without reading and typing',
    unit: 's',
  },
  loads: { label: 'scripts that the built page loads first, React with them', unit: 'kB' },
}

/** Measures how much work a first connected wallet takes, by each kit's own guide. */
export const group: Group = {
  title: 'A first afternoon',
  how: `Vite's template \`react-ts\`, the packages and the code of a kit's first page (ours: the ten lines of README from the packed kit), the template's own server, a wallet that is
installed in the browser. RainbowKit wants a \`projectId\` besides, for which one opens an account with a vendor: it is not in the times. Packages come from npm's cache
where it has them, so measure twice. With reading and typing, two strangers took, each alone and once, on a busy machine: 4.8 minutes and one file with our start page, 7.0 minutes and two
files with RainbowKit's documentation, whose line of installation failed once (ERESOLVE). That is an impression, no measurement.`,
  needsBrowser: true,
  async measure(signal) {
    const browser = await launchChromium(signal)
    try {
      const rows: Row[] = []
      for (const guide of guides) {
        const spent = await measureFirstSetup(guide, browser)
        for (const key of Object.keys(measures) as (keyof FirstSetup)[])
          rows.push({
            ...measures[key],
            label: `${guide.name}: ${measures[key].label}`,
            measured: spent[key],
          })
      }
      return rows
    } finally {
      await browser.close()
    }
  },
}
