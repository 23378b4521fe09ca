// Runs before the page is drawn, so that the visitor's choice does not flash. The system decides
// until there is one.
try {
  const theme = localStorage.getItem('latchkey-docs/theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
} catch {
  // storage is forbidden: the system decides
}
