/** Drawn on a 20 px grid with a 1.6 px round stroke; one path each. */
const paths = {
  back: 'M11.8 4.8 6.6 10l5.2 5.2',
  close: 'M5.4 5.4l9.2 9.2M14.6 5.4l-9.2 9.2',
  copy: 'M9.3 7.3h4.9a2 2 0 0 1 2 2v4.9a2 2 0 0 1-2 2H9.3a2 2 0 0 1-2-2V9.3a2 2 0 0 1 2-2ZM12.7 4.6a2 2 0 0 0-1.8-1.1H5.8a2 2 0 0 0-2 2v5.1a2 2 0 0 0 1.1 1.8',
  check: 'M4.6 10.6l3.6 3.6 7.2-8.2',
  chevron: 'M7.8 5.2l4.8 4.8-4.8 4.8',
  chevronDown: 'M5.2 7.8l4.8 4.8 4.8-4.8',
  mail: 'M5.2 4.2h9.6a2.2 2.2 0 0 1 2.2 2.2v7.2a2.2 2.2 0 0 1-2.2 2.2H5.2A2.2 2.2 0 0 1 3 13.6V6.4a2.2 2.2 0 0 1 2.2-2.2ZM3.4 6.6 10 11l6.6-4.4',
  wallet:
    'M14.8 6.8V5a1.6 1.6 0 0 0-1.6-1.6H5a1.7 1.7 0 0 0 0 3.4h10a1.9 1.9 0 0 1 1.9 1.9v6A1.9 1.9 0 0 1 15 16.6H5.6a2.3 2.3 0 0 1-2.3-2.3V5.1M13.4 11.6v.01',
  external: 'M8.4 4.6H6a2 2 0 0 0-2 2V14a2 2 0 0 0 2 2h7.4a2 2 0 0 0 2-2v-2.4M11.8 3.8h4.4v4.4M16 4l-6.6 6.6',
  warning:
    'M8.5 4.1 2.9 14a1.7 1.7 0 0 0 1.5 2.5h11.2A1.7 1.7 0 0 0 17.1 14L11.5 4.1a1.7 1.7 0 0 0-3 0ZM10 8.2v3.2M10 13.8v.01',
  error: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6.6v4M10 13.3v.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9.6v3.9M10 6.7v.01',
  success: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM7 10.3l2.1 2.1 3.9-4.5',
  network:
    'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM3 10h14M10 3c1.9 2 2.8 4.4 2.8 7s-.9 5-2.8 7c-1.9-2-2.8-4.4-2.8-7S8.1 5 10 3Z',
  disconnect: 'M8.4 16.2H6a2 2 0 0 1-2-2V5.8a2 2 0 0 1 2-2h2.4M12.6 6.6 16 10l-3.4 3.4M16 10H8.4',
  lock: 'M6.2 8.8h7.6a1.7 1.7 0 0 1 1.7 1.7v4.3a1.7 1.7 0 0 1-1.7 1.7H6.2a1.7 1.7 0 0 1-1.7-1.7v-4.3a1.7 1.7 0 0 1 1.7-1.7ZM7 8.8V6.4a3 3 0 0 1 6 0v2.4',
  refresh: 'M16 8.6A6.2 6.2 0 0 0 4.9 6.4L4 7.6M4 4.2v3.4h3.4M4 11.4a6.2 6.2 0 0 0 11.1 2.2l.9-1.2M16 15.8v-3.4h-3.4',
  sun: 'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM10 2.8v1.4M10 15.8v1.4M2.8 10h1.4M15.8 10h1.4M4.9 4.9l1 1M14.1 14.1l1 1M15.1 4.9l-1 1M5.9 14.1l-1 1',
  moon: 'M16.4 11.6A6.7 6.7 0 0 1 8.4 3.6a6.7 6.7 0 1 0 8 8Z',
  search: 'M9 14.4A5.4 5.4 0 1 0 9 3.6a5.4 5.4 0 0 0 0 10.8ZM13 13l3.6 3.6',
  swap: 'M6.6 16V4.2M3.6 7.2l3-3 3 3M13.4 4v11.8M16.4 12.8l-3 3-3-3',
  send: 'M5.4 14.6l9-9M7.4 5.4h7.2v7.2',
  receive: 'M14.6 5.4l-9 9M12.6 14.6H5.4V7.4',
  plus: 'M10 4.4v11.2M4.4 10h11.2',
  shield: 'M10 3 4.4 5v4.6c0 3.4 2.3 6.2 5.6 7.4 3.3-1.2 5.6-4 5.6-7.4V5L10 3Z',
  card: 'M5 4.6h10a2 2 0 0 1 2 2v6.8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6.6a2 2 0 0 1 2-2ZM3 8.2h14M6 12.2h2.6',
  qr: 'M4 4h4.4v4.4H4ZM11.6 4H16v4.4h-4.4ZM4 11.6h4.4V16H4ZM11.6 11.6v1.6M16 11.6v.01M13.8 14v2M16 16v-1.6M11.6 16v.01',
  user: 'M10 9.6a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4.4 16.4c.5-2.7 2.8-4.2 5.6-4.2s5.1 1.5 5.6 4.2',
  device:
    'M7.2 2.8h5.6A1.6 1.6 0 0 1 14.4 4.4v11.2a1.6 1.6 0 0 1-1.6 1.6H7.2a1.6 1.6 0 0 1-1.6-1.6V4.4a1.6 1.6 0 0 1 1.6-1.6ZM9.2 14.6h1.6',
  key: 'M7.2 16.2a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8ZM9.6 10.4l6.6-6.6M13.4 6.6l2.2 2.2',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6.2V10l2.6 1.6',
  settings:
    'M3.6 6.4h6.2M13.8 6.4h2.6M3.6 13.6h2.6M10.2 13.6h6.2M11.8 8.4a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8.2 15.6a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
} as const

export type IconName = keyof typeof paths

export type IconProps = {
  name: IconName
  /** Edge in pixels; 20 when absent. */
  size?: number
  /** Words for assistive technology. Without it the icon is decoration. */
  label?: string
}

/** One icon of the set, in the colour of the text around it. */
export function Icon({ name, size = 20, label }: IconProps) {
  return (
    <svg
      className="lk-icon"
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
