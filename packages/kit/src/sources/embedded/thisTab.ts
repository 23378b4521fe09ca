import type { FrameParams } from '@latchkey/protocol/frame/frame'
import { rpcRequest, toFramePayload } from '@latchkey/protocol/frame/site'
import type { FrameEvent } from '@latchkey/protocol/frame/site'
import { loadCode } from '../../core/page/loadCode.ts'
import type { SourceConnectParameters } from '../../core/contracts/connectorSource.ts'
import { readDevice } from '../../core/page/device.ts'
import { tabStorage } from '../../core/storage/storage.ts'
import { keyName } from '../../core/storage/storedKeys.ts'
import type { LeaveParameters } from './redirect/leaveForWallet.lazy.ts'
import { reportLeaving } from './reportLeaving.ts'
import type { ReturnedLogin } from './redirect/finishRedirect.lazy.ts'
import type { Served } from './redirect/userOf.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

/** A login in the wallet's own window or page. `here`: the page is shown in this tab. */
export type PendingLogin = {
  [part in 'login' | 'networkId' | 'signIn']: SourceConnectParameters[part] | undefined
} & { here: boolean }

/** The parts of the wallet's source that the tab uses. */
type Parts = Omit<LeaveParameters, 'login' | 'accounts' | 'dapp' | 'theme'> & {
  /** The answer in the page's address. */
  answer: string | undefined
  pendingLogin: () => PendingLogin | undefined
  served: () => readonly Served[]
  accounts: () => readonly string[]
  about: () => Pick<LeaveParameters, 'dapp' | 'theme'>
}

/** This tab, which may navigate to the wallet's own page and return. */
export type ThisTab = {
  /**
   * Resolves to whether the page is severed from its windows. Always false if visitors do not
   * approve in a window. Never rejects. A login calls it in advance: a request can't wait for it,
   * because its window needs the visitor's press.
   */
  readCutOff(): Promise<boolean>
  /** Whether the tab is leaving for the wallet's page. Then the frame's dialog is not shown. */
  isLeaving(): boolean
  /**
   * If a request needs a window but windows can't be used here, navigates this tab to the wallet's
   * page.
   * @returns false if the window has to be opened
   */
  leavesWith(event: Extract<FrameEvent, { type: '@w3m-frame/WINDOW' }>['payload']): boolean
  /** Resolves when the returned answer has been read. Never rejects. */
  returning: Promise<void> | undefined
  /** Returns the login whose result has returned, once. */
  takeLogin(): ReturnedLogin | undefined
  /**
   * Sends a request to the wallet, or takes the answer to the same request if it has just returned.
   * @throws as the frame's `request`
   */
  request(call: FrameParams['RPC_REQUEST']): Promise<unknown>
}

/** Creates the object, and reads an answer that has returned. */
export function createThisTab(parts: Parts): ThisTab {
  return new Tab(parts)
}

class Tab implements ThisTab {
  readonly returning: Promise<void> | undefined
  readonly #parts: Parts
  #isLeaving = false
  #isCutOff = false
  #returned: ReturnedLogin | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    // after a failure, the visitor can repeat the request
    this.returning =
      parts.answer === undefined ? undefined : this.#read(parts.answer).catch(() => {})
  }

  async readCutOff(): Promise<boolean> {
    const { frame, page } = this.#parts
    // without a frame, no windows open
    const approvals = await frame.approvals().catch(() => 'page')
    this.#isCutOff = approvals === 'window' && (await page.isCutOff())
    return this.#isCutOff
  }

  isLeaving(): boolean {
    return this.#isLeaving
  }

  leavesWith({
    request,
    here = readDevice().isInApp || this.#isCutOff || this.#parts.pendingLogin()?.here,
  }: Extract<FrameEvent, { type: '@w3m-frame/WINDOW' }>['payload']): boolean {
    // the wallet's page refuses to be shown inside another page
    if (!here || request === undefined || globalThis.top !== globalThis.self) return false
    this.#isLeaving = true
    this.#leavePage(request).catch((error: unknown) => {
      this.#isLeaving = false
      this.#parts.frame.fail(request, error as Error) // an error of `leaveForWallet`
    })
    return true
  }

  takeLogin(): ReturnedLogin | undefined {
    const login = this.#returned
    this.#returned = undefined
    return login
  }

  async request(call: FrameParams['RPC_REQUEST']): Promise<unknown> {
    const { kit, frame, accounts } = this.#parts
    await this.returning
    if (tabStorage().getItem(keyName('answered')) !== null) {
      const { takeStored, textOfRequest } = await loadCode(
        import('./redirect/storedAnswers.lazy.ts'),
      )
      const stored = takeStored(kit, textOfRequest(accounts(), toFramePayload(call)))
      if (stored) return stored.result
    }
    return frame.request(rpcRequest, call)
  }

  async #leavePage(request: string): Promise<void> {
    const { answer: _, pendingLogin, served, accounts, about, onBack, ...parts } = this.#parts
    const { kit } = parts
    const [{ leaveForWallet }, { userOf }] = await Promise.all([
      loadCode(import('./redirect/leaveForWallet.lazy.ts')),
      loadCode(import('./redirect/userOf.lazy.ts')),
    ])
    const login = pendingLogin()
    const user = login && {
      login: login.login,
      user: await userOf({ ...login, adapters: contextOf(kit).adapters, served: served() }),
    }
    if (this.#isCutOff) await reportLeaving(kit)
    const stay = () => void (this.#isLeaving = false)
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
    if (!hasLeft) stay() // the page stays, so the wallet's dialogs are shown again
  }

  async #read(text: string): Promise<void> {
    const { finishRedirect } = await import('./redirect/finishRedirect.lazy.ts')
    await finishRedirect(this.#parts.kit, text, (login) => void (this.#returned = login))
  }
}
