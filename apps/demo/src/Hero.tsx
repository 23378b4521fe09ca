/** The bakery's welcome text. */
export function Hero() {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div>
        <h1 id="hero-title">
          Warm bread, <span>a short walk away.</span>
        </h1>
        <p>
          We bake through the night and open at seven. When the shelf is empty, we go home. If you
          liked the rye, leave the bakers a tip or a line in the guest book, straight from your
          wallet.
        </p>
      </div>
      <svg
        className="loaf"
        viewBox="0 0 320 200"
        role="img"
        aria-label="A loaf of bread on a board"
      >
        <ellipse className="board" cx="160" cy="176" rx="140" ry="14" />
        <path
          className="crust"
          d="M40 128c0-46 52-78 120-78s120 32 120 78c0 26-18 44-44 44H84c-26 0-44-18-44-44Z"
        />
        <path
          className="crumb"
          d="M58 122c6-32 48-54 102-54s96 22 102 54c-30-20-62-26-102-26s-72 6-102 26Z"
        />
        <path
          className="scores"
          d="M98 78c10 12 16 24 18 40m26-52c9 13 14 26 15 42m30-44c9 12 14 25 15 41m25-28c8 9 13 19 15 31"
        />
      </svg>
    </section>
  )
}
