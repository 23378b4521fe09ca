/**
 * A wallet whose SDK shows its request in a dialog inside the page, as SDKs of e-mail wallets and
 * passkeys do. The dialog is an element at the end of the body, outside the top layer. It traps the
 * focus and closes itself. `?overlay=`
 * - `late`: the element is added when it is needed
 * - `hidden`: the element exists already and is shown
 * - `shadow`: the element is in a shadow root
 */
const kind = new URLSearchParams(location.search).get('overlay')

const address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const words =
  '<h2>Overlay wallet</h2><label>Passcode <input></label><button>Allow</button><button>Refuse</button>'

/** Makes the dialog's element, empty and hidden. */
function make(): { host: HTMLElement; place: HTMLElement } {
  const host = document.createElement('div')
  const place =
    kind === 'shadow'
      ? host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'))
      : host
  Object.assign(place.style, {
    position: 'fixed',
    inset: '0',
    margin: 'auto',
    inlineSize: '300px',
    blockSize: '240px',
    zIndex: '2147483647',
    background: 'Canvas',
    pointerEvents: 'auto',
    display: 'none',
  })
  place.setAttribute('role', 'dialog')
  place.setAttribute('aria-label', 'Overlay wallet')
  return { host, place }
}

const there = kind === 'hidden' ? make() : undefined
if (there) document.body.append(there.host)

/** Shows the request in the dialog. @returns whether the visitor allowed it */
function ask(): Promise<boolean> {
  const { host, place } = there ?? make()
  place.innerHTML = words
  place.style.display = 'block'
  const input = place.querySelector('input')
  const keep = ({ target }: Event) =>
    void (target instanceof Node && !host.contains(target) && input?.focus())
  document.addEventListener('focusin', keep)
  if (!there) document.body.append(host)
  input?.focus()
  return new Promise((resolve) => {
    const end = (isAllowed: boolean) => {
      document.removeEventListener('focusin', keep)
      if (there) place.style.display = 'none'
      else host.remove()
      resolve(isAllowed)
    }
    for (const button of place.querySelectorAll('button'))
      button.addEventListener('click', () =>
        end(button.textContent === 'Allow' && input?.value === '1234'),
      )
  })
}

const request = async ({ method }: { method: string }): Promise<unknown> => {
  if (method === 'eth_chainId') return '0x7a69'
  if (method === 'eth_accounts') return []
  if (method !== 'eth_requestAccounts')
    throw Object.assign(new Error('Not supported'), { code: 4200 })
  if (!(await ask())) throw Object.assign(new Error('Refused'), { code: 4001 })
  return [address]
}
const detail = Object.freeze({
  info: {
    uuid: crypto.randomUUID(),
    name: 'Overlay wallet',
    rdns: 'example.overlay',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  },
  provider: { request, on() {}, removeListener() {} },
})
const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
if (kind) {
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
