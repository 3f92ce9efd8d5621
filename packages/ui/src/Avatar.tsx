import { hash } from './hash.ts'

/** The address decides the colors (`avatarTints`). */
export type AvatarProps = {
  address: string
  /** Edge in pixels; 36 when absent. */
  size?: number
}

const radii = [16, 12.2, 9, 5.8, 3]

/** The picture of an address: five tints of one hue, each 15 % lighter, lit from one side. The same address, the same picture. */
export function Avatar({ address, size = 36 }: AvatarProps) {
  // Hexadecimal addresses differ in case only by their checksum; other encodings mean their case.
  const bits = hash(/^0x/i.test(address) ? address.toLowerCase() : address)
  const hue = bits % 360
  const drift = ((bits >>> 9) % 5) * 12 - 24
  const angle = (((bits >>> 13) % 16) * Math.PI) / 8
  const reach = 0.35 + ((bits >>> 18) % 4) * 0.12
  return (
    <svg part="avatar" aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
      {radii.map((radius, tint) => (
        <circle
          key={radius}
          cx={round(16 + Math.cos(angle) * (16 - radius) * reach)}
          cy={round(16 + Math.sin(angle) * (16 - radius) * reach)}
          r={radius}
          fill={`oklch(${round(0.48 + tint * 0.105)} ${round(0.15 - tint * 0.018)} ${(hue + (drift * tint) / 2 + 360) % 360})`}
        />
      ))}
    </svg>
  )
}

const round = (value: number): number => Math.round(value * 1000) / 1000
