/** Drawn on a 20 px grid, usually at half pixels, with a 1.6 px round stroke; one path each. */
const paths = {
  back: 'M12 5l-5 5 5 5',
  close: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  copy: 'M9 7h5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2ZM13 4H6a2 2 0 0 0-2 2v7',
  check: 'M4.5 10.5 8 14l7.5-8',
  chevron: 'M8 5l5 5-5 5',
  chevronDown: 'M5 8l5 5 5-5',
  mail: 'M5 4.5h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM3.5 6.5 10 11l6.5-4.5',
  wallet:
    'M15 7V5a1.5 1.5 0 0 0-1.5-1.5h-8a1.75 1.75 0 0 0 0 3.5h10A1.5 1.5 0 0 1 17 8.5v6a2 2 0 0 1-2 2H6A2.5 2.5 0 0 1 3.5 14V5M13.5 11.5v.01',
  external: 'M9 5H6a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-3M12 4h4v4M16 4l-7 7',
  warning: 'M8.5 4 3 14a1.7 1.7 0 0 0 1.5 2.5h11A1.7 1.7 0 0 0 17 14L11.5 4a1.7 1.7 0 0 0-3 0ZM10 8v3.5M10 14v.01',
  error: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6.5v4M10 13.5v.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9.5v4M10 6.5v.01',
  success: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM7 10.5l2 2 4-4.5',
  network: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM3 10h14M10 3c4 4 4 10 0 14-4-4-4-10 0-14Z',
  disconnect: 'M8 4H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2M13 6.5l3.5 3.5-3.5 3.5M16.5 10H8',
  lock: 'M6 9h8a1.5 1.5 0 0 1 1.5 1.5V15a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 15v-4.5A1.5 1.5 0 0 1 6 9ZM7 9V6.5a3 3 0 0 1 6 0V9',
  refresh: 'M4.5 4v4h4M15.5 16v-4h-4M4.5 8A6 6 0 0 1 16 9M15.5 12A6 6 0 0 1 4 11',
  sun: 'M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM10 3v1M10 16v1M3 10h1M16 10h1M5 5l.5.5M15 15l-.5-.5M15 5l-.5.5M5 15l.5-.5',
  moon: 'M16.5 11.5a6.5 6.5 0 0 1-8-8 6.5 6.5 0 1 0 8 8Z',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l3.5 3.5',
  swap: 'M6.5 16V4M3.5 7l3-3 3 3M13.5 4v12M16.5 13l-3 3-3-3',
  send: 'M5.5 14.5l9-9M7.5 5.5h7v7',
  receive: 'M14.5 5.5l-9 9M12.5 14.5h-7v-7',
  plus: 'M10 4.5v11M4.5 10h11',
  shield: 'M10 3 4.5 5v4.5c0 3.5 2 6 5.5 7.5 3.5-1.5 5.5-4 5.5-7.5V5Z',
  card: 'M5 4.5h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM3 8h14M6 12h2.5',
  qr: 'M4 4h4.5v4.5H4ZM11.5 4H16v4.5h-4.5ZM4 11.5h4.5V16H4ZM11.5 11.5v2M16 11.5v.01M14 14v2M16 16v-2M11.5 16v.01',
  user: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4.5 16.5c.5-3 3-4.5 5.5-4.5s5 1.5 5.5 4.5',
  device: 'M7 3h6a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 13 17H7a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 7 3ZM9 14.5h2',
  key: 'M7 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM9.5 10.5l7-7M13.5 6.5l2 2',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4l2.5 1.5',
  grid: 'M4 4h4.5v4.5H4ZM11.5 4H16v4.5h-4.5ZM4 11.5h4.5V16H4ZM11.5 11.5H16V16h-4.5Z',
  help: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM8 8.2a2 2 0 0 1 4 .1c0 1.4-2 1.6-2 3M10 14v.01',
  edit: 'M4 16l.7-3.2L13 4.5a1.6 1.6 0 0 1 2.3 0l.2.2a1.6 1.6 0 0 1 0 2.3l-8.3 8.3ZM11.5 6l2.5 2.5',
  download: 'M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16.5h12',
  desktop:
    'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 11.5v-6A1.5 1.5 0 0 1 4.5 4ZM7.5 16.5h5M10 13v3.5',
  puzzle:
    'M8 4.6a1.7 1.7 0 0 1 3.4 0V6H14a1 1 0 0 1 1 1v2.3h-1.2a1.7 1.7 0 0 0 0 3.4H15V15a1 1 0 0 1-1 1H5.5a1 1 0 0 1-1-1v-2.6h1.3a1.7 1.7 0 0 0 0-3.4H4.5V7a1 1 0 0 1 1-1H8Z',
  settings:
    'M3.5 6.5H10M14 6.5h2.5M3.5 13.5H6M10 13.5h6.5M12 8.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 15.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
} as const

/** The name of an icon of the built-in set. */
export type IconName = keyof typeof paths

/** The icon takes the color of the text around it. */
export type IconProps = {
  name: IconName
  /** Edge in pixels; 20 when absent. */
  size?: number
  /** Text for assistive technology. Without it the icon is decoration. */
  label?: string
}

/** One icon of the set, in the color of the text around it. */
export function Icon({ name, size = 20, label }: IconProps) {
  return (
    <svg
      part="icon"
      data-icon={name}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <path d={paths[name]} />
    </svg>
  )
}
