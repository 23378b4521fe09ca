// How tests, measurements and pictures start Chromium: with the limits of an ordinary user's
// browser. Only this file names arguments of the browser.
import { findChromium } from './chromium.mjs'

/**
 * Features that Playwright turns off and that stay off. Playwright's own list also has
 * `ThirdPartyStoragePartitioning`, `HttpsUpgrades` and `HttpsFirstBalancedModeAutoEnable`. Users'
 * browsers store and load pages by these rules, so tests keep them on. `launchOptions.test.mjs`
 * fails when a new version of Playwright turns off another feature.
 */
const featuresOff = [
  // Playwright's navigations hang without it (microsoft/playwright#14047)
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose', // the page of the next test needs the profile
  // redirects fail while a test answers requests (microsoft/playwright#43242)
  'AvoidCorsURLLoaderRestartOnRedirect',
  'PaintHolding', // otherwise a picture of a page would show the previous page
  'LensOverlay',
  'MediaRouter', // parts of the window around the page, and a search for devices in the network
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch', // requests to Google at the start
  'TcpPortRandomizationWin',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion', // only for Edge on Windows
]

/**
 * Features that are on: those that Playwright turns on, and a network service inside the browser's
 * process. If an argument is repeated, Chromium takes the last one.
 */
const featuresOn = [
  'CDPScreenshotNewSurface',
  'SkipListAccountsWithoutGaiaCookies',
  'NetworkServiceInProcess2',
]

/**
 * Arguments of Playwright that are left out, because they lift limits on a visitor's page:
 * - popups: a page may open a window only after a tap
 * - the limit on calls of `history` and on navigations
 *
 * The other arguments lift no such limits, with these exceptions:
 * - no throttling of timers and painting of hidden pages: several tests share a browser, so most of
 * its pages are hidden
 * - no back/forward cache: Playwright can't follow a page out of it
 * - input before the first paint reaches a page (`--allow-pre-commit-input`): otherwise a test's
 * click would be lost
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
  // Chromium takes the last argument of a name, so these two replace those of Playwright
  `--disable-features=${featuresOff.join(',')}`,
  `--enable-features=${featuresOn.join(',')}`,
  // host names and addresses of other machines are unreachable
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]

/**
 * The options with which Playwright starts the machine's Chromium.
 * @param {{ executablePath?: string | undefined, args?: readonly string[] }} [more]
 * `executablePath`: another browser than that of `findChromium`; `args`: further arguments
 */
export async function launchOptions({ executablePath, args: further = [] } = {}) {
  return {
    executablePath: executablePath ?? (await findChromium()),
    ignoreDefaultArgs: [...ignoreDefaultArgs],
    args: [...args, ...further],
  }
}
