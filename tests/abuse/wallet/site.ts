/** The site at which all visitors log in. */
export const site = { projectId: 'shop', origin: 'https://shop.example' } as const
