import { createKit, evm, mount, watchAccount } from './latchkey/latchkey.js'

const { api, rpc, chainId, chainName } = await (await fetch('/config.json')).json()
const network = {
  id: chainId,
  name: chainName,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpc] } },
}
const kit = createKit({
  metadata: { name: 'My site', url: location.origin },
  networks: [network],
  adapters: [evm()],
  services: { api },
})

const element = (id) => document.getElementById(id)
mount(kit, element('wallet'))

watchAccount(kit, {
  onChange(now) {
    element('nobody').hidden = now.status !== 'disconnected'
    element('visitor').hidden = now.status === 'disconnected'
    element('sign').hidden = !('account' in now)
    element('greeting').textContent = 'account' in now ? 'You are' : 'Welcome back,'
    element('account').textContent = now.account?.address ?? now.lastKnown?.address ?? ''
  },
})

element('sign').addEventListener('click', async () => {
  element('signature').textContent = await kit
    .signMessage({ message: 'Good morning' })
    .catch(() => 'Not signed')
})
