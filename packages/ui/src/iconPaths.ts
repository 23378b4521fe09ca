/** The outlines of the icons that many screens use: SVG paths on a square of 20. */
export const iconPaths = {
  back: 'M12.5 4.5 7 10l5.5 5.5',
  close: 'm5 5 10 10M15 5 5 15',
  chevronRight: 'm7.5 5 5 5-5 5',
  check: 'm4 10.5 4 4 8-9',
  external:
    'M8 4.5H5.5a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V12M11.5 4h4.5v4.5M16 4l-6.5 6.5',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 3.5 3.5',
  scan: 'M3.5 7V5A1.5 1.5 0 0 1 5 3.5h2M13 3.5h2A1.5 1.5 0 0 1 16.5 5v2M16.5 13v2a1.5 1.5 0 0 1-1.5 1.5h-2M7 16.5H5A1.5 1.5 0 0 1 3.5 15v-2M7 7h2v2H7zM11.5 7H13v2h-1.5zM7 11.5h2V13H7zM12 12h1v1h-1z',
  retry: 'M16 4v4h-4M15.6 8A6 6 0 1 0 16 11',
  warning:
    'M10 7.5v3.25M10 13.5v.01M8.7 3.9 2.6 14.3A1.5 1.5 0 0 0 3.9 16.5h12.2a1.5 1.5 0 0 0 1.3-2.2L11.3 3.9a1.5 1.5 0 0 0-2.6 0Z',
  wallet:
    'M15 6.5V5a1.5 1.5 0 0 0-1.5-1.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5V8A1.5 1.5 0 0 0 15 6.5H5.5M13.2 11.5v.01',
  disconnect:
    'M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M13 13.5l3.5-3.5L13 6.5M16.5 10H8',
  info: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM10 9.5v4M10 6.75v.01',
  help: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8.1 8.2A1.9 1.9 0 0 1 10 6.9c1.1 0 1.9.7 1.9 1.7 0 1.5-1.9 1.5-1.9 2.7M10 13.4v.01',
  grid: 'M4 4h4.5v4.5H4zM11.5 4H16v4.5h-4.5zM4 11.5h4.5V16H4zM11.5 11.5H16V16h-4.5z',
} as const

export type IconName = keyof typeof iconPaths
