import { type ReactElement, useState } from 'react'
import { Icon, type IconName } from './Icon.tsx'

/** An image from a dapp, wallet or service, with a fallback for one that doesn't load. */
export type ImageIconProps = {
  /** Absent, or not loadable: the fallback shows. */
  src?: string | undefined
  /** Edge in pixels; 36 when absent. */
  size?: number
  /** The name of an icon, or an image of this size. */
  fallback?: IconName | ReactElement
  /** The text for a pending request to the logo's owner; a ring runs around it meanwhile. */
  busy?: string | undefined
}

/** A third party's logo, as decoration beside a name. */
export function ImageIcon({ src, size = 36, fallback = 'wallet', busy }: ImageIconProps) {
  const [broken, setBroken] = useState<string>()
  return (
    <span part="image" data-size={size > 40 ? 'large' : undefined}>
      {busy !== undefined && (
        <svg part="image-ring" role="img" aria-label={busy}>
          <rect width="100%" height="100%" rx="24" />
          <rect width="100%" height="100%" rx="24" pathLength="100" />
        </svg>
      )}
      {src === undefined || src === broken ? (
        <Fallback picture={fallback} size={size} />
      ) : (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          draggable={false}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      )}
    </span>
  )
}

function Fallback({ picture, size }: { picture: IconName | ReactElement; size: number }) {
  return typeof picture === 'string' ? <Icon name={picture} size={Math.round(size * 0.55)} /> : picture
}
