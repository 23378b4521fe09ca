/** Fetches the modal and its first screen: on hover, focus or touch of a button, at the latest when it opens. */
export const loadModal = () => import('./KitModal.tsx')
