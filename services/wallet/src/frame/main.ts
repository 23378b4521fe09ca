import './plain.css'
import { awaitHello } from './bridge/awaitHello.ts'
import { servePort } from './bridge/servePort.ts'
import type { SitePort } from './bridge/servePort.ts'
import { answers } from './methods/index.ts'
import { readSettings } from './settings/readSettings.ts'
import { createWallet } from './wallet/createWallet.ts'
import type { Wallet } from './wallet/Wallet.ts'

/** Begins the frame: waits for the site's hello, and answers on its port. */
function begin() {
  const root = document.querySelector<HTMLElement>('#root')
  const settings = readSettings(document)
  if (!root || window.parent === window || !settings) {
    if (root) import('./plainPage.ts').then(({ showPlainPage }) => showPlainPage(root, window.parent === window), () => {})
    return
  }
  let wallet: Promise<Wallet> | undefined
  let port: SitePort | undefined
  const byName = new Map(answers.map((answer) => [answer.name, answer]))

  awaitHello({
    window,
    parent: window.parent,
    origins: settings.origins,
    ancestors: 'ancestorOrigins' in location ? Array.from(location.ancestorOrigins) : [],
    onPort(messagePort, origin) {
      port?.close()
      const tell: Wallet['tell'] = (event) => port?.tell(event)
      const opened = (wallet ??= createWallet({ settings, origin, root, tell }))
      // each request is told; the next port tries again
      opened.catch(() => (wallet = undefined))
      port = servePort(messagePort, (name) => {
        const answer = byName.get(name)
        return answer && (async (payload, request, open) => answer.run(await opened, payload, request, open))
      })
    },
  })
}

begin()
