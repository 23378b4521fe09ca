// Runs in the page before its own scripts, as an extension does. Announces a wallet (EIP-6963) that
// approves at once, and stores the times of the request and of the answer. With `bench.asksFirst`
// it reports no account before a request for accounts.
{
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const answers = {
    eth_requestAccounts: () => [account],
    eth_accounts: () =>
      globalThis.bench.asksFirst && !globalThis.bench.times.asked ? [] : [account],
    eth_chainId: () => '0x1',
  }

  const provider = {
    on() {},
    removeListener() {},
    async request({ method }) {
      if (!(method in answers)) throw Object.assign(new Error('Unsupported'), { code: 4200 })
      if (method === 'eth_requestAccounts')
        globalThis.bench.times.asked = globalThis.bench.times.answered = performance.now()
      return answers[method]()
    },
  }

  const icon =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>'
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: 'A wallet',
      icon,
      rdns: 'org.example.wallet',
    }),
    provider,
  })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
