/** The site at which everybody logs in. */
export const site = { projectId: 'shop', origin: 'https://shop.example' } as const
