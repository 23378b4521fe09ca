import './plain.css'
import { fault } from './bridge/Fault.ts'
import { ancestorsOf, approvesInPage } from './approve/approvesInPage.ts'
import { awaitHello } from './bridge/awaitHello.ts'
import { servePort } from './bridge/servePort.ts'
import type { SitePort } from './bridge/servePort.ts'
import { answers } from './methods/index.ts'
import { readSettings } from './readSettings.ts'
import { createWallet } from './wallet/createWallet.ts'
import type { Wallet } from './wallet/Wallet.ts'
import type { WindowClient } from './window/createWindowClient.ts'

/** Starts the frame: waits for the site's hello, and answers on its port. */
function begin() {
  const root = document.querySelector<HTMLElement>('#root')
  const settings = readSettings(document)
  if (!root || window.parent === window || !settings) {
    if (root)
      import('./plainPage.ts').then(
        ({ showPlainPage }) => showPlainPage(root, window.parent === window ? 'alone' : 'broken'),
        () => {},
      )
    return
  }
  const approvalsOf = (origin: string) => (approvesInPage(settings, origin) ? 'page' : 'window')
  let wallet: Promise<Wallet> | undefined
  let port: SitePort | undefined
  let client: WindowClient | undefined
  let windowCode: Promise<typeof import('./window/answerThroughWindow.ts')> | undefined
  const forget = (cause: unknown): never => {
    windowCode = undefined
    throw fault('unavailable', { cause })
  }
  const byName = new Map(answers.map((answer) => [answer.name, answer]))

  awaitHello({
    window,
    parent: window.parent,
    origins: settings.origins,
    ancestors: ancestorsOf(),
    approvalsOf,
    onPort(messagePort, origin) {
      port?.close()
      const notify: Wallet['notify'] = (event) => port?.notify(event)
      const opened = (wallet ??= createWallet({ settings, origin, root, notify }))
      // each request on this port gets the error; the next port creates the wallet again
      opened.catch(() => (wallet = undefined))
      port = servePort(messagePort, (name) => {
        const answer = byName.get(name)
        return (
          answer &&
          (async (payload, request, open) => {
            const own = await opened
            if (approvalsOf(origin) === 'page') return answer.run(own, payload, request, open)
            const { answerThroughWindow, createWindowClient } = await (windowCode ??= import(
              './window/answerThroughWindow.ts'
            ).catch(forget))
            return answerThroughWindow(own, (client ??= createWindowClient(own)), {
              answer,
              payload,
              request,
              open,
            })
          })
        )
      })
    },
  })
}

begin()
