/** Fetches the modal and its first screen: on hover, focus or touch of a button, at the latest when it opens. */
export function loadModal() {
  import('./features/connect/ConnectView.tsx').catch(() => {}) // the screen says so when it is to be shown
  return import('./KitModal.tsx')
}
