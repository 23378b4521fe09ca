import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { KitProvider } from '../button/KitProvider.tsx'
import { useNetwork } from './useNetwork.ts'
import type { NetworkStatus } from './useNetwork.ts'

/** Renders a component below a provider, and returns the hook's value. */
function given() {
  const { kit } = startTestKit()
  let network: NetworkStatus | undefined
  function Component() {
    network = useNetwork()
    return null
  }
  renderToString(
    <KitProvider kit={kit}>
      <Component />
    </KitProvider>,
  )
  if (!network) throw new Error('The component was not drawn')
  return { kit, network }
}

test.each([
  ['31338', 'There is no network "31338". Did you mean "eip155:31338"?'],
  [31_338, 'There is no network 31338. Did you mean "eip155:31338"?'],
  [
    'base',
    'There is no network "base". Pass one of the site\'s networks: "eip155:31337", "eip155:31338".',
  ],
  [
    'eip155:5',
    'There is no network "eip155:5". Pass one of the site\'s networks: "eip155:31337", "eip155:31338".',
  ],
])('switchNetwork(%j) fails with an error that names the expected form', async (name, details) => {
  const { network } = given()
  expect(await reasonOf(network.switchNetwork(name as string))).toMatchObject({
    code: 'networkNotFound',
    message: 'Network not found',
    details,
  }) // a page without TypeScript can pass any value
})

test('switchNetwork changes to a network of the site', async () => {
  const { kit, network } = given()
  await network.switchNetwork('eip155:31338')
  expect(kit.getState().networkId).toBe('eip155:31338')
})
