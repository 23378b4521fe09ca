// How tests, measurements and pictures start Chromium: with the limits of an ordinary user's
// browser. Only this file names arguments of the browser.
import { findChromium } from './chromium.mjs'

/**
 * The features of Chromium that stay off, as Playwright sets them. Playwright also turns off
 * `ThirdPartyStoragePartitioning`, `HttpsUpgrades` and `HttpsFirstBalancedModeAutoEnable`. These
 * are on in users' browsers, so they are on in tests, too. `launchOptions.test.mjs` fails when a
 * new version of Playwright turns off another feature.
 */
const featuresOff = [
  // Playwright's navigations hang with this feature (microsoft/playwright#14047)
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose', // the page of the next test needs the profile
  // redirects fail while a test answers requests (microsoft/playwright#43242)
  'AvoidCorsURLLoaderRestartOnRedirect',
  'PaintHolding', // otherwise a picture of a page would show the previous page
  'LensOverlay', // draws parts of the browser's window
  'MediaRouter', // searches for devices in the network
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch', // requests to Google at the start
  'TcpPortRandomizationWin',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion', // only for Edge on Windows
]

/**
 * The features to turn on: those that Playwright turns on, and `NetworkServiceInProcess2`, which
 * runs the network service inside the browser's process. If an argument is repeated, Chromium uses
 * the last one, so this list replaces Playwright's.
 */
const featuresOn = [
  'CDPScreenshotNewSurface',
  'SkipListAccountsWithoutGaiaCookies',
  'NetworkServiceInProcess2',
]

/**
 * Arguments of Playwright that are left out, because they lift limits on a visitor's page:
 * - popup blocking: a page may open a window only after a tap
 * - flooding protection: the number of navigations and calls of `history` is limited
 *
 * The other arguments lift no such limits, with these exceptions:
 * - timers and painting of hidden pages are not throttled, because several tests share a browser,
 *   so most of its pages are hidden
 * - the back/forward cache is off, because Playwright can't follow a page out of it
 * - input before the first paint reaches a page (`--allow-pre-commit-input`), because otherwise a
 *   test's click would be lost
 * - a form is sent again without a question, because a test could not answer the question
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
  // Chromium uses the last argument of a name, so these two replace Playwright's
  `--disable-features=${featuresOff.join(',')}`,
  `--enable-features=${featuresOn.join(',')}`,
  // makes the host names and addresses of other machines unreachable
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]

/**
 * The options with which Playwright starts the machine's Chromium.
 * @param {{ executablePath?: string | undefined, args?: readonly string[] }} [more]
 *   `executablePath`: a browser to use instead of the result of `findChromium`; `args`: further
 *   arguments
 */
export async function launchOptions({ executablePath, args: further = [] } = {}) {
  return {
    executablePath: executablePath ?? (await findChromium()),
    ignoreDefaultArgs: [...ignoreDefaultArgs],
    args: [...args, ...further],
  }
}
