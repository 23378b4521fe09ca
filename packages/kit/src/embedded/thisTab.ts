import type { FrameParams } from '@latchkey/protocol/frame/frame'
import { rpcRequest, toFramePayload } from '@latchkey/protocol/frame/site'
import type { FrameEvent } from '@latchkey/protocol/frame/site'
import { loadCode } from '../core/loadCode.ts'
import type { SourceConnectParameters } from '../core/connectorSource.ts'
import { readDevice } from '../core/device.ts'
import { tabStorage } from '../core/storage.ts'
import { keyName } from '../core/storedKeys.ts'
import type { LeaveParameters } from './redirect/leaveForWallet.ts'
import { reportLeaving } from './reportLeaving.ts'
import type { ReturnedLogin } from './redirect/finishRedirect.ts'
import type { Served } from './redirect/userOf.ts'

/** A login in the wallet's own window, or in its page; `here`: in this tab. */
export type PendingLogin = {
  [part in 'login' | 'networkId' | 'signIn']: SourceConnectParameters[part] | undefined
} & { here: boolean }

/** What the tab needs of the wallet's source. */
type Parts = Omit<LeaveParameters, 'login' | 'accounts' | 'dapp' | 'theme'> & {
  /** What came back in the page's address. */
  answer: string | undefined
  pendingLogin: () => PendingLogin | undefined
  served: () => readonly Served[]
  accounts: () => readonly string[]
  about: () => Pick<LeaveParameters, 'dapp' | 'theme'>
}

/** This tab, where it leaves for the wallet's own page and comes back. */
export type ThisTab = {
  /**
   * Learns whether the page loses its windows, where visitors approve in one; never fails. A
   * request can't wait for it: its window needs the visitor's press.
   */
  readCutOff(): Promise<boolean>
  /** Whether it is leaving: nothing is shown before. */
  isLeaving(): boolean
  /**
   * Leaves with the request that a window was to be opened for, where there are no windows.
   * @returns false where the window is to be opened
   */
  leavesWith(event: Extract<FrameEvent, { type: '@w3m-frame/WINDOW' }>['payload']): boolean
  /** Resolves when what came back was read; it never fails. */
  returning: Promise<void> | undefined
  /** The login that came back, once. */
  takeLogin(): ReturnedLogin | undefined
  /**
   * Asks the wallet, unless the answer to the same request came back a moment ago. @throws as the
   * frame's `ask`
   */
  request(call: FrameParams['RPC_REQUEST']): Promise<unknown>
}

/** Makes it, and reads what came back. */
export function createThisTab({
  answer,
  pendingLogin: entering,
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

  async function leavePage(request: string): Promise<void> {
    const [{ leaveForWallet }, { userOf }] = await Promise.all([
      loadCode(import('./redirect/leaveForWallet.ts')),
      loadCode(import('./redirect/userOf.ts')),
    ])
    const login = entering()
    const user = login && {
      login: login.login,
      user: await userOf({ ...login, adapters: kit.context.adapters, served: served() }),
    }
    if (isCutOff) await reportLeaving(kit)
    const hasLeft = leaveForWallet(
      {
        ...parts,
        ...about(),
        login: user,
        accounts: accounts(),
        onBack: () => (stay(), onBack()),
      },
      request,
    )
    if (!hasLeft) stay() // what the wallet shows next is seen
  }

  async function read(text: string): Promise<void> {
    const { finishRedirect: finishAway } = await import('./redirect/finishRedirect.ts')
    await finishAway(kit, text, (login) => void (returned = login))
  }

  return {
    async readCutOff() {
      // a frame that is gone opens no windows
      const approvals = await frame.approvals().catch(() => 'page')
      isCutOff = approvals === 'window' && (await page.isCutOff())
      return isCutOff
    },
    isLeaving: () => isLeaving,
    leavesWith({ request, here = readDevice().isInApp || isCutOff || entering()?.here }) {
      // inside of another page, the wallet's page would not be shown
      if (!here || request === undefined || globalThis.top !== globalThis.self) return false
      isLeaving = true
      leavePage(request).catch((error: unknown) => {
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
    async request(call) {
      await returning
      if (tabStorage().getItem(keyName('answered')) !== null) {
        const { takeStored, textOfRequest } = await loadCode(import('./redirect/storedAnswers.ts'))
        const stored = takeStored(kit, textOfRequest(accounts(), toFramePayload(call)))
        if (stored) return stored.result
      }
      return frame.request(rpcRequest, call)
    },
  }
}
