import type { FrameParams } from '@latchkey/protocol/frame/frame'
import { rpcRequest, toFramePayload } from '@latchkey/protocol/frame/site'
import type { FrameEvent } from '@latchkey/protocol/frame/site'
import { arrived } from '../core/arrived.ts'
import type { SourceConnect } from '../core/connectorSource.ts'
import { readDevice } from '../core/device.ts'
import { tabStorage } from '../core/storage.ts'
import { keyName } from '../core/storedKeys.ts'
import type { Leaving } from './redirect/leaveForWallet.ts'
import { tellLeaving } from './tellLeaving.ts'
import type { ReturnedLogin } from './redirect/finishAway.ts'
import type { Served } from './redirect/userOf.ts'

/** A login in the wallet's own window, or in its page; `here`: in this tab. */
export type Entering = {
  [part in 'login' | 'networkId' | 'signIn']: SourceConnect[part] | undefined
} & { here: boolean }

/** What the tab needs of the wallet's source. */
type Parts = Omit<Leaving, 'entering' | 'accounts' | 'dapp' | 'theme'> & {
  /** What came back in the page's address. */
  answer: string | undefined
  entering: () => Entering | undefined
  served: () => readonly Served[]
  accounts: () => readonly string[]
  about: () => Pick<Leaving, 'dapp' | 'theme'>
}

/** This tab, where it leaves for the wallet's own page and comes back. */
export type ThisTab = {
  /**
   * Learns whether the page loses its windows, where visitors approve in one; never fails. A
   * request can't wait for it: its window needs the visitor's press.
   */
  learns(): Promise<boolean>
  /** Whether it is leaving: nothing is shown before. */
  isLeaving(): boolean
  /**
   * Leaves with the request that a window was to be opened for, where there are no windows.
   * @returns false where the window is to be opened
   */
  goes(event: Extract<FrameEvent, { type: '@w3m-frame/WINDOW' }>['payload']): boolean
  /** Resolves when what came back was read; it never fails. */
  returning: Promise<void> | undefined
  /** The login that came back, once. */
  takeLogin(): ReturnedLogin | undefined
  /**
   * Asks the wallet, unless the answer to the same request came back a moment ago. @throws as the
   * frame's `ask`
   */
  ask(call: FrameParams['RPC_REQUEST']): Promise<unknown>
}

/** Makes it, and reads what came back. */
export function createThisTab({
  answer,
  entering,
  served,
  accounts,
  about,
  onBack,
  ...parts
}: Parts): ThisTab {
  const { kit, frame, page } = parts
  let isLeaving = false
  let isCutOff = false
  let returned: ReturnedLogin | undefined

  // the visitor can ask again
  const returning = answer === undefined ? undefined : read(answer).catch(() => {})
  const stay = () => void (isLeaving = false)

  async function leave(request: string): Promise<void> {
    const [{ leaveForWallet }, { userOf }] = await Promise.all([
      arrived(import('./redirect/leaveForWallet.ts')),
      arrived(import('./redirect/userOf.ts')),
    ])
    const login = entering()
    const user = login && {
      login: login.login,
      user: await userOf({ ...login, adapters: kit.context.adapters, served: served() }),
    }
    if (isCutOff) await tellLeaving(kit)
    const leaves = leaveForWallet(
      {
        ...parts,
        ...about(),
        entering: user,
        accounts: accounts(),
        onBack: () => (stay(), onBack()),
      },
      request,
    )
    if (!leaves) stay() // what the wallet shows next is seen
  }

  async function read(text: string): Promise<void> {
    const { finishAway } = await import('./redirect/finishAway.ts')
    await finishAway(kit, text, (login) => void (returned = login))
  }

  return {
    async learns() {
      // a frame that is gone opens no windows
      const where = await frame.approvals().catch(() => 'page')
      isCutOff = where === 'window' && (await page.isCutOff())
      return isCutOff
    },
    isLeaving: () => isLeaving,
    goes({ request, here = readDevice().isInApp || isCutOff || entering()?.here }) {
      // inside of another page, the wallet's page would not be shown
      if (!here || request === undefined || globalThis.top !== globalThis.self) return false
      isLeaving = true
      leave(request).catch((error: unknown) => {
        stay()
        frame.fail(request, error as Error) // of `leaveForWallet`
      })
      return true
    },
    returning,
    takeLogin() {
      const login = returned
      returned = undefined
      return login
    },
    async ask(call) {
      await returning
      if (tabStorage().getItem(keyName('answered')) !== null) {
        const { takeStored, textOfRequest } = await arrived(import('./redirect/answered.ts'))
        const stored = takeStored(kit, textOfRequest(accounts(), toFramePayload(call)))
        if (stored) return stored.result
      }
      return frame.ask(rpcRequest, call)
    },
  }
}
