/** The parts of Mousetrap that the site uses. It has no types of its own. */
declare module 'mousetrap' {
  const Mousetrap: {
    bind(keys: readonly string[], run: () => void, on: 'keydown'): void
    reset(): void
  }
  export default Mousetrap
}
