// How tests, measurements and pictures start Chromium: by the rules of a browser as people have it.
// The one place that names arguments of the browser.
import { findChromium } from './chromium.mjs'

/**
 * Features that Playwright turns off and that stay off. Playwright's own list has
 * `ThirdPartyStoragePartitioning`, `HttpsUpgrades` and `HttpsFirstBalancedModeAutoEnable`, too: by
 * these rules people's browsers store and load pages, so tests have them. `launchOptions.test.mjs`
 * fails when a new version of Playwright turns off another one.
 */
const featuresOff = [
  // Playwright's navigations hang without it (microsoft/playwright#14047)
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose', // the next test's page needs the profile
  // redirects fail while a test answers requests (microsoft/playwright#43242)
  'AvoidCorsURLLoaderRestartOnRedirect',
  'PaintHolding', // a picture of a page would show the page before it
  'LensOverlay',
  'MediaRouter', // parts of the window around the page, and a search for devices in the network
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch', // requests to Google at the start
  'TcpPortRandomizationWin',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion', // Windows and Edge alone
]

/**
 * Features that are on: what Playwright turns on, and a network service that is no process of its
 * own. Of several arguments of this name Chromium takes the last.
 */
const featuresOn = [
  'CDPScreenshotNewSurface',
  'SkipListAccountsWithoutGaiaCookies',
  'NetworkServiceInProcess2',
]

/**
 * Playwright's arguments that are left out, because they lift limits of a visitor's page:
 * - popups: a page opens a window only after a tap
 * - the limit of calls of `history` and of navigations
 *
 * The other arguments lift no such limits, with these exceptions:
 * - no throttling of timers and painting of hidden pages: several tests share a browser, so most
 *   of its pages are hidden
 * - no back/forward cache: Playwright can't follow a page out of it
 * - input before the first paint reaches a page (`--allow-pre-commit-input`): otherwise a test's
 *   click would be lost
 * - a form is sent again without a question: a test could not answer it
 */
const ignoreDefaultArgs = ['--disable-popup-blocking', '--disable-ipc-flooding-protection']

const args = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  // fewer processes, and fewer messages between them
  '--in-process-gpu',
  // Chromium takes the last argument of a name, so these two replace Playwright's
  `--disable-features=${featuresOff.join(',')}`,
  `--enable-features=${featuresOn.join(',')}`,
  // names and addresses of other machines lead nowhere
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]

/**
 * The options with which Playwright starts the machine's Chromium.
 * @param {{ executablePath?: string | undefined, args?: readonly string[] }} [more]
 *   `executablePath`: another browser than `findChromium` finds; `args`: further arguments
 */
export async function launchOptions({ executablePath, args: further = [] } = {}) {
  return {
    executablePath: executablePath ?? (await findChromium()),
    ignoreDefaultArgs: [...ignoreDefaultArgs],
    args: [...args, ...further],
  }
}
