import { hash } from './hash.ts'

export type NetworkIconProps = {
  name: string
  /** CAIP-2 id, when the colour should follow it rather than the name. */
  id?: string
  /** A picture to show instead of the drawn mark. */
  imageUrl?: string | undefined
  /** Edge in pixels; 36 when absent. */
  size?: number
}

const initials = (name: string): string => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const [first = '', second] = words
  return (second === undefined ? first.slice(0, 1) : first.slice(0, 1) + second.slice(0, 1)).toUpperCase()
}

/** The mark of a network: its initials on a colour of its own. Decoration beside its name. */
export function NetworkIcon({ name, id = name, imageUrl, size = 36 }: NetworkIconProps) {
  if (imageUrl !== undefined)
    return <img className="lk-mark" part="network-icon" src={imageUrl} alt="" width={size} height={size} />
  const hue = hash(id) % 360
  const letters = initials(name)
  return (
    <svg className="lk-network" part="network-icon" aria-hidden="true" width={size} height={size} viewBox="0 0 36 36">
      <path
        d="M15 2.7a6 6 0 0 1 6 0l9 5.2a6 6 0 0 1 3 5.2v9.8a6 6 0 0 1-3 5.2l-9 5.2a6 6 0 0 1-6 0l-9-5.2a6 6 0 0 1-3-5.2v-9.8a6 6 0 0 1 3-5.2Z"
        fill={`oklch(0.5 0.13 ${hue})`}
      />
      <text x="18" y="18" dy="0.35em" textAnchor="middle" fontSize={letters.length > 1 ? 13 : 16} fill="#fff">
        {letters}
      </text>
    </svg>
  )
}
