const key = 'latchkey-docs/theme'

const isDark = () => {
  const chosen = document.documentElement.dataset['theme']
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

/** Creates the button that switches between light and dark and stores the choice. */
export function themeSwitch(): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'tool theme-switch'
  button.innerHTML =
    '<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path class="sun" d="M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM10 2v1.500m0 13V18m8-8h-1.500m-13 0H2m13.660-5.660-1.060 1.060M5.400 14.600l-1.060 1.060m0-11.320L5.400 5.400m9.200 9.200 1.060 1.060"/><path class="moon" d="M16.500 11.800A6.800 6.800 0 0 1 8.200 3.500a6.800 6.800 0 1 0 8.300 8.300Z"/></svg>'
  const name = () =>
    button.setAttribute('aria-label', isDark() ? 'Use light colours' : 'Use dark colours')
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = next
    name()
    try {
      localStorage.setItem(key, next)
    } catch {
      // storage is blocked, so the choice lasts only until the page closes
    }
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', name)
  name()
  return button
}
