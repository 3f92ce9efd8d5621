import { hash } from './hash.ts'

/** Without an image, an icon is drawn from the name and id. */
export type NetworkIconProps = {
  name: string
  /** CAIP-2 id, when the color should follow it rather than the name. */
  id?: string
  /** An image to show instead of the drawn icon. */
  imageUrl?: string | undefined
  /** Edge in pixels; 36 when absent. */
  size?: number
}

/** Familiar brand hues, by the first word of the name. */
const hues: Record<string, number> = {
  ethereum: 275,
  ether: 275,
  optimism: 27,
  polygon: 295,
  arbitrum: 245,
  base: 262,
  bnb: 85,
  avalanche: 25,
  solana: 310,
  bitcoin: 55,
  usd: 250,
}

/** A short name in capitals stays, else the first letter. */
const initials = (word: string): string =>
  /^\p{Lu}{2,3}$/u.test(word) ? word : [...word].slice(0, 1).join('').toUpperCase()

/** The icon of a network or token: its initials on a color. Decoration beside its name. */
export function NetworkIcon({ name, id = name, imageUrl, size = 36 }: NetworkIconProps) {
  if (imageUrl !== undefined) return <img part="network-icon" src={imageUrl} alt="" width={size} height={size} />
  const [word = ''] = name.split(/[^\p{L}\p{N}]+/u)
  const letters = initials(word)
  const known = word.toLowerCase()
  const hue = Object.hasOwn(hues, known) ? hues[known] : hash(id) % 360
  return (
    <svg part="network-icon" aria-hidden="true" width={size} height={size} viewBox="0 0 36 36">
      <path
        d="M15 2.7a6 6 0 0 1 6 0l9 5.2a6 6 0 0 1 3 5.2v9.8a6 6 0 0 1-3 5.2l-9 5.2a6 6 0 0 1-6 0l-9-5.2a6 6 0 0 1-3-5.2v-9.8a6 6 0 0 1 3-5.2Z"
        fill={`oklch(0.56 0.15 ${hue})`}
      />
      <text x="18" y="18" dy="0.35em" textAnchor="middle" fontSize={letters.length > 1 ? 11 : 16} fill="#fff">
        {letters}
      </text>
    </svg>
  )
}
