// Runs before the page is drawn, so that it does not flash in other colours. Without a choice of
// the visitor, the system's setting decides.
try {
  const theme = localStorage.getItem('latchkey-docs/theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
} catch {
  // storage is blocked: the system's setting decides
}
