import { hash } from './hash.ts'
import { ImageIcon } from './ImageIcon.tsx'

/** Without an image, the initials of `name` are drawn. */
export type WalletIconProps = {
  name: string
  /** An image; absent or not loadable: the initials show. */
  src?: string | null | undefined
  /** The image is loading: its place stays empty meanwhile. */
  pending?: boolean
  /** Edge in pixels; 36 when absent. */
  size?: number
  /** The text for a pending request in the wallet; a ring runs around it meanwhile. */
  busy?: string | undefined
}

/** Those of `initialsImage` in the directory: white on each is 4.5:1 or better. */
const tints = ['#3b5bdb', '#0b7285', '#2b8a3e', '#a61e4d', '#6741d9'] as const

const initialsOf = (name: string): string =>
  name
    .split(/[\s.-]+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** The icon of a wallet: decoration beside its name. */
export function WalletIcon({ name, src, pending = false, size = 36, busy }: WalletIconProps) {
  const initials = (
    <svg part="initials" aria-hidden="true" width={size} height={size} viewBox="0 0 36 36">
      {!pending && (
        <>
          <rect width="36" height="36" rx="10" fill={tints[hash(name) % tints.length]} />
          <text x="18" y="18" dy=".36em" fill="#fff" fontSize="14" textAnchor="middle">
            {initialsOf(name)}
          </text>
        </>
      )}
    </svg>
  )
  return <ImageIcon src={src ?? undefined} size={size} fallback={initials} busy={busy} />
}
