/** Fetches the modal and its first screen: on hover, focus or touch of a button, at the latest when it opens. */
export function loadModal() {
  void import('./features/connect/ConnectView.tsx')
  return import('./KitModal.tsx')
}
