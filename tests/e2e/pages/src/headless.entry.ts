import {
  createKit,
  KitError,
  prepareSend,
  sendPrepared,
  waitForTransaction,
  watchAccount,
  watchBalances,
  watchBlocks,
  watchHistory,
  watchIdentity,
  watchNativeBalance,
} from 'latchkey'
import type { HistoryState } from 'latchkey'
import { evm } from 'latchkey/evm'
import { startChains } from './startChains.ts'

const { chains, api } = await startChains()
const kit = createKit({
  metadata: { name: 'A page without React', url: location.origin },
  networks: chains,
  adapters: [evm()],
  services: { api },
})
kit.start()

const element = <type extends HTMLElement>(id: string, kind: new () => type): type => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`)
  return found
}
const show = (id: string, text: string) => void (element(id, HTMLOutputElement).textContent = text)
const list = (id: string, texts: readonly string[]) =>
  element(id, HTMLUListElement).replaceChildren(
    ...texts.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
  )
const reasonOf = (error: unknown) => (KitError.is(error) ? error.code : String(error))
const press = (id: string, act: () => unknown) =>
  element(id, HTMLButtonElement).addEventListener('click', act)

let history: HistoryState = { status: 'disconnected' }
watchAccount(kit, {
  onChange: (account) =>
    show(
      'account',
      'account' in account
        ? `${account.account.networkId} ${account.account.address}`
        : account.status,
    ),
})
watchIdentity(kit, {
  onChange: (identity) =>
    show('name', 'data' in identity ? (identity.data?.name ?? 'none') : identity.status),
})
watchNativeBalance(kit, {
  onChange: (balance) =>
    show(
      'balance',
      'data' in balance ? `${balance.data?.quantity} ${balance.data?.symbol}` : balance.status,
    ),
})
watchBalances(kit, {
  onChange: (balances) =>
    list(
      'tokens',
      'data' in balances
        ? (balances.data ?? []).map(({ quantity, symbol }) => `${quantity} ${symbol}`)
        : [],
    ),
})
watchHistory(kit, {
  onChange(state) {
    history = state
    list(
      'history',
      'entries' in state
        ? state.entries.map(
            ({ operationType, status, hash }) => `${operationType} ${status} ${hash}`,
          )
        : [],
    )
  },
})
watchBlocks(kit)

press('connect', () =>
  kit
    .connect({ connectorId: kit.getState().connectors[0]?.id ?? '' })
    .catch((error: unknown) => show('account', reasonOf(error))),
)
press('switch', () => kit.switchNetwork({ networkId: `eip155:${chains[1]?.id}` }))
press('disconnect', () => kit.disconnect())
press('more', () => 'fetchNext' in history && history.fetchNext())
element('send', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault()
  const form = new FormData(element('send', HTMLFormElement))
  void send(String(form.get('to')), String(form.get('amount'))).catch((error: unknown) =>
    show('sending', reasonOf(error)),
  )
})

async function send(to: string, amount: string): Promise<void> {
  show('sending', 'preparing')
  const hash = await sendPrepared(kit, await prepareSend(kit, { to, amount }))
  show('sending', `sent ${hash}`)
  const { status } = await waitForTransaction(kit, { hash })
  show('sending', `${status} ${hash}`)
}
