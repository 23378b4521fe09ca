// Runs before the page is drawn, so that the page does not first flash in other colours. If the
// visitor has chosen no theme, the system's setting counts.
try {
  const theme = localStorage.getItem('latchkey-docs/theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
} catch {
  // storage is blocked, so the system's setting counts
}
